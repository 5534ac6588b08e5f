"""A federation's load on one machine: ``python -m benchmarks.federation`` (``__main__.py``)."""
