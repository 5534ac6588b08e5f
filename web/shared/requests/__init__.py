"""Requests of any page: client address, rate limits, methods, refusals, health."""
