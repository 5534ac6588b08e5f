"""Earlier databases, back through the migrations and forward again."""
