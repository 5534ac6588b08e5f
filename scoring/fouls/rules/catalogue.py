"""The catalogue of fouls: an entry for every item of 3.11.2 to 3.11.6.11, and the general ones (rulings: Penalties)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scoring.sheets.rules.entering import NOBODY

#: What a penalty does, in the order it is said. Points apart, none of it moves anything on a sheet but a dead hand.
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
#: What a payee "one" stands for until the referee names the seat.
ONE = "one"
#: The entry that an official writes.
FREE = "free"
#: The entry of coming late (3.11.2.1), which the arrival at the door books.
LATE = "late"
_DATA = Path(__file__).with_name("catalogue.json")


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in Chinese, English and Japanese."""

    zh: str = ""
    en: str = ""
    ja: str = ""

    def said(self, language: str) -> str:
        """The words in a language of the program ("zh-hans", "en", "ja"), else in one they are written in."""
        own = {"zh": self.zh, "ja": self.ja}.get(language[:2], self.en)
        return own or self.en or self.zh or self.ja


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which the rule lets a foul end: its effects, and points lost (to each: so many for every other)."""

    code: str
    effects: tuple[str, ...] = ()
    points: int = 0
    payee: str = NOBODY
    name: Text = Text()


@dataclass(frozen=True, slots=True)
class Foul:
    """An entry of the catalogue; its first outcome is the default.

    ``counted``: repeated fouls cost more (3.11.6.3-5); ``choice``: the points are the referee's to choose (3.11.2.2);
    ``false_win``: paid or burnt as the event has it; ``ends_hand``: the hand cannot go on; ``flower_discard``: a foul
    only where the event does not allow it; ``by_penalty``: its outcomes are nothing but the penalties to choose from.
    """

    code: str
    article: str
    name: Text
    about: Text
    outcomes: tuple[Outcome, ...]
    scope: str = HAND
    counted: bool = False
    choice: bool = False
    false_win: bool = False
    ends_hand: bool = False
    flower_discard: bool = False
    by_penalty: bool = False

    def outcome(self, code: str = "") -> Outcome:
        """The outcome with this code, the default without one. KeyError if there is none."""
        if not code:
            return self.outcomes[0]
        return {outcome.code: outcome for outcome in self.outcomes}[code]


@cache
def fouls() -> Mapping[str, Foul]:
    """The entries by code, in the order of the articles."""
    return {row["code"]: _foul(row) for row in json.loads(_DATA.read_text(encoding="utf-8"))}


def catalogue(own: Iterable[Foul] = ()) -> dict[str, Foul]:
    """The entries by code with those of an event: they stand before the free one, and may not take a known code."""
    known = dict(fouls())
    free = known.pop(FREE)
    return known | {foul.code: foul for foul in own if foul.code not in known} | {FREE: free}


def _foul(row: Mapping[str, Any]) -> Foul:
    outcomes = tuple(
        Outcome(
            code=one["code"],
            effects=tuple(one["effects"]),
            points=one.get("points", 0),
            payee=one.get("payee", NOBODY),
            name=Text(**one.get("name", {})),
        )
        for one in row["outcomes"]
    )
    marks = ("counted", "choice", "false_win", "ends_hand", "flower_discard", "by_penalty")
    return Foul(
        code=row["code"],
        article=row["article"],
        name=Text(**row["name"]),
        about=Text(**row["about"]),
        outcomes=outcomes,
        scope=row.get("scope", HAND),
        **{mark: row.get(mark, False) for mark in marks},
    )
