"""Persons and the accounts they sign in with."""
