"""The sitters of tables, and people who may take a seat."""
