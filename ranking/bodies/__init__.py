"""The bodies that sanction events, confirm classes and issue pins, and who works for them."""
