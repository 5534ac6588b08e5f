"""Linking an account to its person."""
