"""Signing in and out, and changing the password."""
