"""The public pages of rankings of bodies."""
