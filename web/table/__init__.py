"""Table: the phone at a table that writes hand after hand, opened by the code on the table's card."""
