"""What a hand pays, who sits and deals where, and table points."""
