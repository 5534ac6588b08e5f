"""Registration: entries, teams, lists, applications, duplicates."""
