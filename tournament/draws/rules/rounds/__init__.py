"""Draws of one session by standings (3.5.4): fours, Swiss, snake, split, winners and lots, in brackets.

``draw_round`` draws, ``task_from`` reads a document, ``as_document`` writes the result. ``floaters``
names who sits outside the score group. ``docs/draws.md`` states the rule.
"""

from tournament.draws.rules.rounds.counting import floaters
from tournament.draws.rules.rounds.documents import as_document, task_from
from tournament.draws.rules.rounds.drawing import draw_round
from tournament.draws.rules.rounds.types import (
    DEMANDS,
    METHODS,
    NUMBERINGS,
    PARTS,
    VERSION,
    Demands,
    Entry,
    Part,
    Round,
    RoundError,
    Task,
)

__all__ = [
    "DEMANDS",
    "METHODS",
    "NUMBERINGS",
    "PARTS",
    "VERSION",
    "Demands",
    "Entry",
    "Part",
    "Round",
    "RoundError",
    "Task",
    "as_document",
    "draw_round",
    "floaters",
    "task_from",
]
