"""What a player's phone is told: asking for notifications, and stopping them."""
