"""What play is worth: an event's class, a person's record, and what a player sees and says about the own."""
