"""Files made from what is stored."""
