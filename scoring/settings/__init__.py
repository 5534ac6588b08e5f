"""How an event reads the rules of scoring, standings, penalties and appeals."""
