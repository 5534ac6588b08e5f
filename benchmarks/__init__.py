"""Measurements of speed: run by hand, figures in docs/benchmarks.md. They are no tests."""
