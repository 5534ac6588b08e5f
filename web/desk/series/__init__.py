"""The pages on which series are made and changed."""
