"""Appeals with their steps, fees and decisions (3.12, 3.13)."""
