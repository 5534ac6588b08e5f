"""Who plays whom, where and when: persons, accounts, events, sessions, entries, tables."""
