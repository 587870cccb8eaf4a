"""The Olga: four piquet packs on a flower bed of seven columns."""
