"""The compiled search of Trevi Garden and Stonewall."""
