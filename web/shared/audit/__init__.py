"""Audit chains as Desk and Committee show them."""
