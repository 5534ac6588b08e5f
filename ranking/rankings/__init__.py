"""Rankings that bodies declare over the record, with their snapshots. Nothing of pins rests on them."""
