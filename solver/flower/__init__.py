"""Flower Garden, the game without building: play is forced."""
