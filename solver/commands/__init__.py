"""The commands of ``garden``, a file each: they parse their words, call the package and print.

What a command needs of the package it imports by itself, so that help appears at once.
"""
