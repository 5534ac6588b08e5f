"""Photos of an event that the organizer publishes with its report."""
