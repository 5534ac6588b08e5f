"""Publishing while playing: numbered, signed packages of the public data, sent from the hall to another server."""
