"""The commands of ``garden``, a file each: they parse arguments, call the package and print."""
