"""Record, cancel and publish fouls; decide measures; keep an event's own catalogue entries."""
