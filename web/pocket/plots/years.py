"""Ranks over the years: a mark for each event, the first rank on top, the last one at the bottom."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from ranking.levels.selectors.person_records import Line
from ranking.opponents.rules import share_ahead

#: The height of the picture in pixels, the space above it, and the space for years below.
HEIGHT, HEAD, FOOT = 150, 12, 24
#: The most marks; older events are only in the table.
MOST = 60
#: The most years with a name.
NAMES = 5
#: The share of the width, in per cent, that stays free at each side.
EDGE = 3
#: The least distance of two names of years on a phone, in per cent.
APART = 14


class Mark(NamedTuple):
    """An event: the place across in per cent (without sign), and its height in pixels."""

    x: str
    y: int


@dataclass(frozen=True, slots=True)
class Years:
    """A picture of ranks; ``links``: the lines between neighbours, as (x, y, x, y); ``ticks``: (place across, year)."""

    height: int
    top: int
    ground: int
    foot: int
    marks: list[Mark]
    links: list[tuple[str, int, str, int]]
    ticks: list[tuple[str, str]]

    @property
    def lines(self) -> tuple[int, int, int]:
        return self.top, (self.top + self.ground) // 2, self.ground


def ranked_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the events with a rank and a date, the newest first."""
    return [line for line in lines if line.result.individual_rank and line.recorded.starts]


def years(results: Sequence[tuple[date, int, int]]) -> Years | None:
    """Return the picture of (first day, rank, players) from the oldest event on; None below two events."""
    shown = results[-MOST:]
    if len(shown) < 2:
        return None
    first, last = shown[0][0], shown[-1][0]
    span = max((last - first).days, 1)
    ground = HEAD + HEIGHT

    def across(day: date) -> float:
        return EDGE + (100 - 2 * EDGE) * (day - first).days / span

    marks = [
        Mark(_text(across(day)), ground - int(HEIGHT * share_ahead(rank, players))) for day, rank, players in shown
    ]
    names = range(first.year, last.year + 1)
    named = names[:: -(-len(names) // NAMES)]
    places = [(across(max(date(year, 1, 1), first)), year) for year in named]
    if len(places) > 1 and places[1][0] - places[0][0] < APART:
        places = places[1:]  # the first event is late in its year: the names of two years would overlap
    ticks = [(_text(place), str(year)) for place, year in places]
    links = [(*mark, *following) for mark, following in pairwise(marks)]
    return Years(ground + FOOT, HEAD, ground, ground + FOOT - 6, marks, links, ticks)


def _text(place: float) -> str:
    return f"{place:.4g}"
