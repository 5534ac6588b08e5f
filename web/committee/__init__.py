"""The Committee: a federation's bodies with their events, classes, results and persons."""
