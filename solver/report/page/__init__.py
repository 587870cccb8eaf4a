"""The replay page, and what it shows of each position."""
