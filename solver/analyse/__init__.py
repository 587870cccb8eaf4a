"""What each command computes, without a word printed: the floor that the Python API stands on."""
