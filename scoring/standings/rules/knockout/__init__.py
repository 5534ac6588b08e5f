"""Knock-out of teams (3.5.4): the rule, the bracket, who goes on, the final ranks, and the seats. Pure."""
