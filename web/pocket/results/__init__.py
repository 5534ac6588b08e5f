"""Standings, players, tables and result files for everybody."""
