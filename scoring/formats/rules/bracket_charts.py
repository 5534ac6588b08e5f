"""One session of a stage by chart, in brackets of the order at its start (3.5.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.draws.rules import draw
from tournament.draws.rules.types import Entrant


def chart_session(document: Mapping[str, Any], seed: str) -> list[list[int]]:
    """Return the tables of one session, best bracket first: East, South, West, North.

    ``document``: ``order`` (numbers, best first, in fours), ``bracket`` (size, or None), ``sessions`` of the stage,
    ``at`` (the session of the stage, from 1), ``teams`` and ``countries`` (number as text -> name). Each bracket has a
    chart of its own over all sessions of the stage. Raises DrawError for a field that cannot be drawn.
    """
    order = document["order"]
    size = document["bracket"] or len(order)
    tables: list[list[int]] = []
    for first in range(0, len(order), size):
        members = order[first : first + size]
        chart = draw(_entrants(members, document), document["sessions"], f"{seed}|{first}").chart
        tables += [[members[number - 1] for number in four] for four in chart[document["at"] - 1]]
    return tables


def _entrants(members: Sequence[int], document: Mapping[str, Any]) -> list[Entrant]:
    teams, countries = document["teams"], document["countries"]
    return [
        Entrant(at, teams.get(str(number), ""), countries.get(str(number), ""))
        for at, number in enumerate(members, start=1)
    ]
