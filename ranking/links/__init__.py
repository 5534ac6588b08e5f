"""The link between an account and its person, and requests of persons for corrections."""
