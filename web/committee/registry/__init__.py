"""The registry of a body: its members, importing a list of them, and the file for organizers."""
