"""Shorter solutions for Trevi Garden and Stonewall."""
