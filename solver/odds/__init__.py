"""Many deals: counts, intervals, runs."""
