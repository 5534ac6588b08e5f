"""The order of a ceremony: award by award, the last place of each first, shared places together."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Step(NamedTuple):
    """One step: the index of an award, and the place whose names it shows."""

    award: int
    place: int


def awarded(ranked: Iterable[tuple[int | None, T]], places: int) -> list[tuple[int, T]]:
    """Return place and winner of those of ``ranked`` (rank, participant) in the first ``places``, in the given order.

    Participants of the same rank share the place, and the next ranks are left out: 1, 2, 2 has no third; 1, 2, 3, 3 has
    two thirds (rulings: Ranking, "1, 2, 2, 4"). A participant without a rank gets no award.
    """
    return [(rank, participant) for rank, participant in ranked if rank is not None and rank <= places]


def steps(awards: Sequence[Iterable[int]]) -> list[Step]:
    """Return the steps for awards given by the places of their winners; an award without winners has none."""
    return [Step(award, place) for award, places in enumerate(awards) for place in sorted(set(places), reverse=True)]
