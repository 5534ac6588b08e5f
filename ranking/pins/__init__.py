"""Pins (App. 9): applications, missing results, decisions, and the signed data of certificates."""
