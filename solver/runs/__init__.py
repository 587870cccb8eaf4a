"""Many deals: samples, retries, durable stores, threads and clusters."""
