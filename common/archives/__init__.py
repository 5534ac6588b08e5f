"""Moving years of audit chains into files, and bringing them back."""
