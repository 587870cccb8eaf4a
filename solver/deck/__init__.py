"""What a deal is: its cards, its numbers and its texts."""
