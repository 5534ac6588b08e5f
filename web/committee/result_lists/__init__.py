"""Past events from lists of results: upload, columns, event, persons of the rows, and taking in."""
