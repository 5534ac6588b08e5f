"""Read packages: the public data of an event, what waits, and what a hall published."""
