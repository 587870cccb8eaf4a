"""What Garden costs: kernels beside their floors, sets of deals, start-up, growth, memory.

``garden bench`` runs a short form of it, ``python -m benchmarks.run`` all of it. Costs are seconds
of the processor in user code, so that a busy machine changes them little; a kernel and its floor
are measured in turns of one run, so that it changes their ratio still less.
"""
