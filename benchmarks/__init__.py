"""Measurements of speed, run by hand; docs/benchmarks.md has the figures. They are not tests."""
