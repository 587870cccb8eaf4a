"""Programs that measure Garden, and that write what stands in seeds/ and results/."""
