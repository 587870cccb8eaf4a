"""Players of Trevi Garden and Stonewall, who do not see the hidden cards."""
