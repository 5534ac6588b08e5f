"""The Committee: the bodies of federations, with their events, classes, results and persons."""
