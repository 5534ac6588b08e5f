"""The events of a body: those that wait for their class, and those in the record."""
