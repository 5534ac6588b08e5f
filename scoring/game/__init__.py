"""The games: what a hand pays, the course of a table with its dealers and seats, typing, table points."""
