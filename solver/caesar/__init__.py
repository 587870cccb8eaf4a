"""Caesar: nine cards, ace to nine, rearranged until all eight lines of a square sum to fifteen."""
