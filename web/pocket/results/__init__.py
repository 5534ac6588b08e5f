"""Standings, players, tables and result files for the public."""
