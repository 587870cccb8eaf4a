"""The version of the package, for every floor."""

__version__ = "0.2.0.dev0"
