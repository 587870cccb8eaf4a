"""The one place that knows how Numba is set up."""
