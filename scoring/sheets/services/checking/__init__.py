"""Sign, confirm, reopen and settle sheets, and correct released results."""
