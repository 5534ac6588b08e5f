"""Who may do what in an event: roles and invitations."""
