"""``/api/v1/events/EVENT/…/hands``: scoring devices read the sheet of a table, and write its hands."""
