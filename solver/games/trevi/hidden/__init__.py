"""Players of Trevi Garden and Stonewall that do not see the hidden cards."""
