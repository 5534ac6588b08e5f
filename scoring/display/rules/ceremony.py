"""The order of a ceremony: award after award, in each the last place first, whoever shares a place together."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Step(NamedTuple):
    """One step: which award (its index), and the place whose names it brings."""

    award: int
    place: int


def awarded(ranked: Iterable[tuple[int | None, T]], places: int) -> list[tuple[int, T]]:
    """Place and who of ``ranked`` (rank, who) is among the first ``places``, best first.

    Ranks are those of the standings, so whoever shares one shares the award, and what follows a shared rank is left
    out: 1, 2, 2 has no third; 1, 2, 3, 3 has two (rulings: Ranking, "1, 2, 2, 4"). Without a rank there is no award.
    """
    return [(rank, who) for rank, who in ranked if rank is not None and rank <= places]


def steps(awards: Sequence[Iterable[int]]) -> list[Step]:
    """The steps of awards whose winners stand on these places; an award that nobody has brings none."""
    return [Step(award, place) for award, places in enumerate(awards) for place in sorted(set(places), reverse=True)]
