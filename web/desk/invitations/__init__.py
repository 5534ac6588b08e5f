"""Invitations to an account: of the program, and with a role in an event."""
