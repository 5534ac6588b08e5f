"""The Desk's room Format: stages, cuts and draws of one session by standings."""
