"""What pages of series share."""
