"""The papers of the sheets and of the results."""
