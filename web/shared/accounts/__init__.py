"""Forms and pages of accounts for several areas: invitations, and tokens of programs."""
