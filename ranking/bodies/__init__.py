"""Bodies that sanction events, confirm classes and issue pins: their members, and how each reads A9."""
