"""Pure functions over plain data: seats, payments, table points, comparison of a sheet, standings."""
