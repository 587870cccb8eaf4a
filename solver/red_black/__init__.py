"""Red and Black: two packs, and a row of eight Volunteers."""
