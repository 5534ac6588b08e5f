"""Messages to browsers, and the mail of a day."""
