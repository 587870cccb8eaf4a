"""Flower Garden without building: the referee, the play of many deals, the exact count."""
