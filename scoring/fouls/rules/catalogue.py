"""The catalogues of fouls of the games.

MCR has an entry for each item of 3.11.2 to 3.11.6.11, and general ones (rulings: Penalties). The International Mahjong
Rules have false wins (IMJ 33.4) and notes without points (IMJ 34).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from common.i18n.texts import Texts
from scoring.sheets.rules.entering import NOBODY

#: The effects of a penalty, in the order of display. Only points and a dead hand change a score sheet.
WARNING, POINTS, DEAD_HAND, DISCARD, CLAIM_LOST, FORFEIT, SUSPENSION, RANK_LOST, DISQUALIFICATION, NOTICE = EFFECTS = (
    "warning",
    "points",
    "dead-hand",
    "obligatory-discard",
    "claim-lost",
    "forfeit",
    "suspension",
    "rank-lost",
    "disqualification",
    "notice",
)
#: What a foul belongs to: a hand, a session (lateness, between hands), or the event.
HAND, SESSION, EVENT = SCOPES = ("hand", "session", "event")
#: The payee until the referee names the seat that receives the points.
ONE = "one"
#: The entry whose title an official writes.
FREE = "free"
#: The entry of lateness (3.11.2.1); check-in records it from the time of arrival.
LATE = "late"
#: Game -> its file of entries; the free entry belongs to every game.
_FILES = {"mcr": "catalogue.json", "imj": "catalogue_imj.json"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome that the rule allows: its effects and points lost (payee "each": points for each other player)."""

    code: str
    effects: tuple[str, ...] = ()
    points: int = 0
    payee: str = NOBODY
    name: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Foul:
    """An entry of the catalogue; its first outcome is the default.

    ``counted``: repeated fouls cost more (3.11.6.3-5); ``choice``: the referee chooses the points (3.11.2.2);
    ``false_win``: paid or burnt, by the event's settings; ``ends_hand``: the hand cannot go on; ``flower_discard``: a
    foul only where the event forbids it; ``by_penalty``: its outcomes differ only in the penalty; ``game``: the game
    whose rules have it.
    """

    code: str
    article: str
    name: Texts
    about: Texts
    outcomes: tuple[Outcome, ...]
    scope: str = HAND
    counted: bool = False
    choice: bool = False
    false_win: bool = False
    ends_hand: bool = False
    flower_discard: bool = False
    by_penalty: bool = False
    game: str = "mcr"

    def outcome(self, code: str = "") -> Outcome:
        """Return the outcome with this code, or the default for an empty code. KeyError for an unknown code."""
        if not code:
            return self.outcomes[0]
        return {outcome.code: outcome for outcome in self.outcomes}[code]


@cache
def fouls() -> Mapping[str, Foul]:
    """Return the entries of all games by code, in the order of the articles."""
    files = {game: Path(__file__).with_name(name) for game, name in _FILES.items()}
    rows = [(game, row) for game, file in files.items() for row in json.loads(file.read_text(encoding="utf-8"))]
    return {row["code"]: _foul(row, game) for game, row in rows}


def catalogue(own: Iterable[Foul] = (), game: str = "mcr") -> dict[str, Foul]:
    """Return a game's entries by code, with an event's own ones before the free one; an own entry reuses no code."""
    free = fouls()[FREE]
    known = {code: foul for code, foul in fouls().items() if foul.game == game and code != FREE}
    return known | {foul.code: foul for foul in own if foul.code not in known} | {FREE: free}


def _foul(row: Mapping[str, Any], game: str) -> Foul:
    outcomes = tuple(
        Outcome(
            code=outcome["code"],
            effects=tuple(outcome["effects"]),
            points=outcome.get("points", 0),
            payee=outcome.get("payee", NOBODY),
            name=outcome.get("name", {}),
        )
        for outcome in row["outcomes"]
    )
    flags = ("counted", "choice", "false_win", "ends_hand", "flower_discard", "by_penalty")
    return Foul(
        code=row["code"],
        article=row["article"],
        name=row["name"],
        about=row["about"],
        outcomes=outcomes,
        scope=row.get("scope", HAND),
        game=game,
        **{flag: row.get(flag, False) for flag in flags},
    )
