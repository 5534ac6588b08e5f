"""Pictures of figures as numbers that a template puts into SVG; a table next to each picture has the same figures."""
