"""Base classes of forms: fields, questions, alternatives, idempotent writes, kept input."""
