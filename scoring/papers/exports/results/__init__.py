"""Results on paper and as files: the table of App. 7, standings, cross table, teams and groups."""
