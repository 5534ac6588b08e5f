"""What happened at the tables: sheets, hands, signed totals, counted results, standings."""
