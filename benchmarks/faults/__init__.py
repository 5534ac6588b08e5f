"""Faults while tables write: ``python -m benchmarks.faults`` (``__main__.py``)."""
