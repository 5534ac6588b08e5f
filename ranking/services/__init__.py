"""Writes: bodies, classes, result lists, links between accounts and persons, marks of who qualifies."""
