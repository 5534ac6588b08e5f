"""The persons of a body: lists, one person's record, and two records of one person."""
