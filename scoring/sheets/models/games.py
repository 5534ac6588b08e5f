"""Limits in the database that hold for one game: a row has the key of its game, which its constraints read."""

from typing import Any

from django.db import models
from django.db.models import Q

from scoring.game.rules.mcr.game import MCR


def game_field() -> Any:
    """Return the column with the key of the game."""
    return models.CharField(max_length=10, default=MCR.key)


def only_mcr(condition: Q) -> Q:
    """Return a condition for the rows of MCR alone."""
    return ~Q(game=MCR.key) | condition


def hand_limit(field: str) -> Q:
    """Return the condition that ``field`` is at most the last hand of MCR; the other games have no fixed number."""
    return only_mcr(Q(**{f"{field}__lte": MCR.terms.last_hand}))
