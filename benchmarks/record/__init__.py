"""Measurements of the record: pins, rankings, lists, and queries of many persons."""
