"""Pins (App. 9): levels, applications, missing results, decisions, and the signed data of certificates."""
