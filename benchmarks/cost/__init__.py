"""What Garden costs: kernels beside their floors, sets of deals, start-up, growth, memory.

``python -m benchmarks.run`` measures all of it. Costs are seconds of the processor in user code,
so that a busy machine changes them little. A kernel and its floor are measured in turns within one
run, so that a busy machine changes their ratio still less.
"""
