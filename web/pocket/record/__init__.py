"""The record in public and for its person: an event's class, a person's results, their pins and data."""
