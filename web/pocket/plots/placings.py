"""How often each range of places was reached, as a table and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from ranking.teams.rules import PLACES
from web.pocket.plots.columns import Columns, columns


@dataclass(frozen=True, slots=True)
class Placing:
    """A line of the table of placings."""

    label: str
    count: int


def placings(counts: Sequence[int]) -> list[Placing]:
    """Return a line for each range of PLACES with its count."""
    return [Placing(_places(first, last), count) for (first, last), count in zip(PLACES, counts, strict=True)]


def placing_columns(table: Sequence[Placing]) -> Columns | None:
    """Return the picture of a table of placings; None without any place."""
    return columns([(row.label, row.count) for row in table]) if any(row.count for row in table) else None


def _places(first: int, last: int | None) -> str:
    if first == last:
        return str(first)
    return f"{first}–{last}" if last else f"{first}+"
