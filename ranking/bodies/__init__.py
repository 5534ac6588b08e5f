"""Bodies that sanction events, confirm classes and issue pins: members, and the interpretation of A9."""
