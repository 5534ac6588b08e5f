"""The rule of a knock-out of teams, as a format states it (3.5.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

MatchTie = Literal["member", "seed", "lot"]
MATCH_TIES: tuple[MatchTie, ...] = ("member", "seed", "lot")
MOST_PLAYERS, MOST_SESSIONS = 12, 12
KEYS = ("teams", "go_on", "players", "sessions", "third", "tie", "cross")


class KnockOutError(ValueError):
    """A knock-out that cannot be played: ``code`` and its ``figures``."""

    def __init__(self, code: str, **figures: Any) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures


@dataclass(frozen=True, slots=True)
class KnockOutRule:
    """How a knock-out is played.

    ``teams``: 4 teams in a match, with one player of each at each table; or 2, with two players of each at each table.
    ``go_on``: how many of them go on. ``players``: of each team in a match; ``sessions``: of each round. ``third``: the
    losing semi-finalists play for third place (matches of two; a final of four teams has its rank 3). ``tie`` decides a
    match with equal table points and competition points: the best member, then the better seed; the better seed; or a
    lot. ``cross``: the rank before the knock-out of the team at each position of the bracket; empty: rank 1 at
    position 1 and so on.
    """

    teams: int = 4
    go_on: int = 2
    players: int = 4
    sessions: int = 1
    third: bool = False
    tie: MatchTie = "member"
    cross: tuple[int, ...] = ()

    @property
    def growth(self) -> int:
        """How many times as many teams play in a full round as in the next one."""
        return self.teams // self.go_on


USUAL = KnockOutRule()


def rule_from(document: Mapping[str, Any]) -> KnockOutRule:
    """Return the rule of a document (`KEYS`; missing ones have their usual value).

    Raise KnockOutError ("rule", with the ``key``) for a value that cannot be played.
    """
    for key, value in document.items():
        if key not in KEYS or not _fits(key, value):
            raise KnockOutError("rule", key=key)
    cross = tuple(document.get("cross", ()))
    rule = KnockOutRule(
        document.get("teams", USUAL.teams),
        document.get("go_on", USUAL.go_on if document.get("teams", USUAL.teams) == USUAL.teams else 1),
        document.get("players", USUAL.players),
        document.get("sessions", USUAL.sessions),
        document.get("third", USUAL.third),
        cast(MatchTie, document.get("tie", USUAL.tie)),
        cross,
    )
    if rule.teams == 2 and (rule.go_on != 1 or rule.players % 2):
        raise KnockOutError("rule", key="go_on" if rule.go_on != 1 else "players")
    if rule.third and rule.teams != 2:
        raise KnockOutError("rule", key="third")
    return rule


def _fits(key: str, value: Any) -> bool:
    if key == "third":
        return isinstance(value, bool)
    if key == "tie":
        return value in MATCH_TIES
    if key == "cross":
        return isinstance(value, list | tuple) and all(map(_is_whole, value)) and _is_permutation(value)
    highest = {"teams": 4, "go_on": 2, "players": MOST_PLAYERS, "sessions": MOST_SESSIONS}[key]
    return _is_whole(value) and 1 <= value <= highest and (key != "teams" or value in (2, 4))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_permutation(numbers: Any) -> bool:
    return sorted(numbers) == list(range(1, len(numbers) + 1))


def document_of(rule: KnockOutRule) -> dict[str, Any]:
    """Return the rule as a document, with every key that has not its usual value."""
    usual_go_on = USUAL.go_on if rule.teams == USUAL.teams else 1
    document: dict[str, Any] = {"teams": rule.teams} if rule.teams != USUAL.teams else {}
    document |= {"go_on": rule.go_on} if rule.go_on != usual_go_on else {}
    for key in ("players", "sessions", "third", "tie"):
        value = getattr(rule, key)
        document |= {key: value} if value != getattr(USUAL, key) else {}
    return document | ({"cross": list(rule.cross)} if rule.cross else {})
