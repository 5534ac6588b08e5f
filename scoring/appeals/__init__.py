"""Appeals: filing, steps, decisions and fees (3.12, 3.13)."""
