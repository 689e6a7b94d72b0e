"""Thousands of matches in lockstep, for learners: `camarilla.vector(name, number=8192, on="cpu")`.

`tables.py` says what a step is, in rules that run everywhere; `vector.py` has the arrays, and carries the steps out on
the processor's threads; `device.py` does so on a CUDA device.
"""
