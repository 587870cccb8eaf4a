"""Cards, deals, deal numbers, the frozen shuffle, and what a player sees."""
