"""Events with their settings, stages, sessions, hall, officials, entries and tables."""
