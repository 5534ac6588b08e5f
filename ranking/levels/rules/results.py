"""Results of recorded events, and which of them count for pins (A9 3.5, 4; rulings: Classes and pins).

Web points and ranks are those of one site, which issues its own pins (A9 7.4). Table points are exact, in twelfths.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ranking.bodies.rules import DEFAULT, A9Interpretation
from ranking.record.rules.classes import Letter
from ranking.record.rules.statuses import TAKEN

Reason = Literal["disqualified", "rank_lost", "rule_set", "not_registered", "below_c"]


class Result(NamedTuple):
    """The result of one recorded event for one person.

    ``letter`` is the class that the event reached (None: below C); ``table_points`` are twelfths; ``positive_sessions``
    is the sum of the positive sessions, None where only the event's total is known. Web events have ``web_points`` and
    a ``site``.
    """

    event: str
    letter: Letter | None
    web: bool
    sanctioned: bool
    rules_met: bool
    status: str
    table_points: int
    competition_points: int
    positive_sessions: int | None = None
    individual_rank: int | None = None
    team_rank: int | None = None
    group_rank: int | None = None
    web_points: int = 0
    site: str = ""


def exclusion_reason(result: Result, interpretation: A9Interpretation = DEFAULT) -> Reason | None:
    """Return why an event's result does not count for pins; None if it counts.

    A result that was taken from the player does not count (3.11.5). The event must be registered and played under these
    rules (A9 4.4, 5). It must reach a class, unless the body interprets A9 otherwise.
    """
    taken = TAKEN.get(result.status)
    if taken:
        return taken
    if not result.rules_met:
        return "rule_set"
    if not result.sanctioned:
        return "not_registered"
    return None if result.letter or interpretation.below_c else "below_c"


def positive_points(result: Result, interpretation: A9Interpretation = DEFAULT) -> int:
    """Return the CP that count: only positive ones, of the event or of each session (A9 4.2, 4.6 note 1).

    Where the sessions are not known, the event's total is used, which is never more.
    """
    if interpretation.positive_cp == "session" and result.positive_sessions is not None:
        return result.positive_sessions
    return max(result.competition_points, 0)


def by_site(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return site -> the web results there, in their order (A9 7.4: each site issues its own pins)."""
    sites: dict[str, list[Result]] = {}
    for result in results:
        if result.web:
            sites.setdefault(result.site, []).append(result)
    return sites


def ranks_of(result: Result) -> tuple[int, int]:
    """Return the individual rank, and the better one of team and group; 0 for none, as after a withdrawal."""
    if result.status == "withdrawn":
        return 0, 0
    return result.individual_rank or 0, better_rank(result.team_rank or 0, result.group_rank or 0)


def better_rank(first: int, second: int) -> int:
    """Return the better of two ranks; 0 is none."""
    if first and second:
        return min(first, second)
    return first or second
