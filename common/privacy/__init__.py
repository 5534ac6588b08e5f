"""Secrets, encrypted fields and signing keys."""
