"""Caesar: nine cards in a magic square."""
