"""``/api/v1``: reading what is public, without an account: events, series, rankings and the record."""
