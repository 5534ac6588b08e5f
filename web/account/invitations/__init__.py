"""Invitations: to help at one event, and to an account with a password."""
