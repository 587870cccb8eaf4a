"""Trevi Garden and Stonewall: rules, and the search that decides every deal."""
