"""Make, send and receive packages."""
