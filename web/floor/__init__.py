"""Floor: the referees' tablets; clock, tables, calls, fouls, rulings, appeals."""
