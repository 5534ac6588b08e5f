"""Series of events: leagues and seasons with a rule, their rankings, and who reaches the final."""
