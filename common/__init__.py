"""What every room needs, with no word of tournaments: actions, audit, client keys, heads, jobs, files."""
