"""Players of the games with a talon, to whom hidden cards are hidden."""
