"""Draws of lots and charts, and the public record that anyone can verify."""
