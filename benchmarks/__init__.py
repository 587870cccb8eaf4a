"""Programs that measure, and write what they found into ``results/``."""
