"""What leaves the room of the tournament: mails."""
