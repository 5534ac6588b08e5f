"""Who sits at a table, and who may."""
