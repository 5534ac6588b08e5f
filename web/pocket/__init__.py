"""Pocket 选手: what players and spectators read on their own phones, without an account."""
