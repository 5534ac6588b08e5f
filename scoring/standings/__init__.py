"""Standings of individuals, teams and groups, and what they are made of."""
