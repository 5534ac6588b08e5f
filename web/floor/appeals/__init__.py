"""Appeals as referees and committees handle them."""
