"""The record, its classes and pins as Pocket and Committee show them."""
