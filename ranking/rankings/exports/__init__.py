"""A ranking as files, with the names that the public sees."""
