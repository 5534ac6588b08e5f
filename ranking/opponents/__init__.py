"""Opponents: the tables where two persons met, and the records of a person over the stored tables."""
