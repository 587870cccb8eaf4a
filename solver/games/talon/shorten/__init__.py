"""Shorter solutions for the games with a talon."""
