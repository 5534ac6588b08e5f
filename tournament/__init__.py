"""The pairing of players by table, session and seat: persons, accounts, events, sessions, entries, tables."""
