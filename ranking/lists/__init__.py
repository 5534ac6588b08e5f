"""Lists over the whole record: won hands recorded with tiles, and players by figures."""
