"""Pocket 选手: the public site for players and spectators on their phones, without an account."""
