"""The page of all components, for the next developer."""
