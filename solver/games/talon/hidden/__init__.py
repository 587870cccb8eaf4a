"""Players of the games with a talon, who do not see the hidden cards."""
