"""The rankings of a body: declare, change, compute, remove."""
