"""Wall: pages for projectors and televisions in the hall."""
