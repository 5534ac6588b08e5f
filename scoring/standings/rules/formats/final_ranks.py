"""Frozen brackets, and the final ranks of an event with stages (3.5.4)."""

from collections.abc import Mapping, Sequence

Ranks = Sequence[tuple[int, int]]
"""(number, rank), best first; equals share a rank."""


def frozen(before: Sequence[int], size: int, after: Ranks) -> list[tuple[int, int]]:
    """Return the ranks after a stage with frozen brackets.

    ``before`` is the order at the freeze. Each bracket of ``size`` keeps its range of ranks: inside it the later ranks
    decide, and equal ones stay shared. Players without a later rank come last in their bracket, in the old order.
    """
    later = dict(after)
    ranks: list[tuple[int, int]] = []
    for first in range(0, len(before), size):
        members = before[first : first + size]
        last = len(after) + 1
        keys = {number: (later.get(number, last), 0 if number in later else at) for at, number in enumerate(members)}
        ordered = sorted(members, key=lambda number: keys[number])
        for at, number in enumerate(ordered):
            same = at and keys[number] == keys[ordered[at - 1]]
            ranks.append((number, ranks[-1][1] if same else first + at + 1))
    return ranks


def final_ranks(stages: Sequence[Ranks]) -> list[tuple[int, int]]:
    """Return the final ranks: of the last stage, then of each stage before for those who were out.

    ``stages``: the ranks of each stage's players, in the order of the stages; a consolation stage comes before the
    stage that ranks above it. A player's last stage in this order decides.
    """
    ranks: list[tuple[int, int]] = []
    for stage in reversed(stages):
        done = {number for number, _rank in ranks}
        offset = len(ranks)
        left = [(number, rank) for number, rank in stage if number not in done]
        for at, (number, rank) in enumerate(left):
            same = at and rank == left[at - 1][1]
            ranks.append((number, ranks[-1][1] if same else offset + at + 1))
    return ranks


def bracket_of(ranks: Ranks, size: int) -> Mapping[int, int]:
    """Return number -> bracket (from 0) by the order of the ranks."""
    return {number: at // size for at, (number, _rank) in enumerate(ranks)}
