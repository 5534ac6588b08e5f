"""Permissions in an event: roles and invitations."""
