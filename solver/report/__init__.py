"""What a person or a program reads: the text and the JSON of each command."""
