"""The compiled search of the games with a talon."""
