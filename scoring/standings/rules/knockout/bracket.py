"""The bracket of a knock-out: rounds, byes, seeding by rank, and who meets whom (3.5.4).

The teams have positions 1, 2, … in the bracket. A round is a snake over its teams: with three matches, positions 1, 6,
7, 12 meet, then 2, 5, 8, 11, then 3, 4, 9, 10. The winner of a match takes the position of its best team; the second of
a match takes a position so that it meets the winner of the same match again only in the final.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings.rules.knockout.rule import KnockOutError, KnockOutRule


@dataclass(frozen=True, slots=True)
class Source:
    """Where a team of a match comes from: position ``seed`` of the bracket, else the ``place`` in an earlier match."""

    seed: int = 0
    match: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its number in the bracket and its round, both from 1. ``third``: it decides third place only."""

    number: int
    round: int
    sources: tuple[Source, ...]
    third: bool = False


def round_sizes(count: int, rule: KnockOutRule) -> list[int]:
    """Return how many teams are left at the start of each round, byes included.

    Raise KnockOutError: "few" (fewer teams than one match takes), or "teams" with ``below`` and ``above``, the next
    numbers of teams that fit.
    """
    if count < rule.teams:
        raise KnockOutError("few", teams=count, least=rule.teams)
    sizes = [rule.teams]
    while sizes[0] * rule.growth <= count:
        sizes.insert(0, sizes[0] * rule.growth)
    out = rule.teams - rule.go_on
    surplus = (count - sizes[0]) % out
    if surplus:
        raise KnockOutError("teams", teams=count, below=count - surplus, above=count - surplus + out)
    return sizes if sizes[0] == count else [count, *sizes]


def bracket(count: int, rule: KnockOutRule) -> tuple[Match, ...]:
    """Return the matches for so many teams, round by round; the best positions have byes in the first round.

    Raise KnockOutError like `round_sizes`.
    """
    sizes = round_sizes(count, rule)
    order = [Source(seed=position) for position in range(1, count + 1)]
    matches: list[Match] = []
    for round_number, size in enumerate(sizes, start=1):
        final = round_number == len(sizes)
        number_of_matches = 1 if final else (size - sizes[round_number]) // (rule.teams - rule.go_on)
        byes = size - rule.teams * number_of_matches
        groups = _apart(snake(order[byes:], number_of_matches))
        if final and rule.third and len(sizes) > 1:
            losers = tuple(Source(match=source.match, place=2) for source in groups[0] if source.match)
            if len(losers) == rule.teams:
                matches.append(Match(len(matches) + 1, round_number, losers, third=True))
        first = len(matches) + 1
        matches += [Match(first + at, round_number, tuple(group)) for at, group in enumerate(groups)]
        winners = [Source(match=first + at, place=1) for at in range(number_of_matches)]
        seconds = [Source(match=first + at, place=2) for at in reversed(range(number_of_matches))]
        order = [*order[:byes], *winners, *(seconds if rule.go_on == 2 else [])]
    return tuple(matches)


def snake(order: Sequence[Source], groups: int) -> list[list[Source]]:
    """Return the groups of a snake over an order: 1, 2, 3, then 6, 5, 4, and so on."""
    dealt: list[list[Source]] = [[] for _group in range(groups)]
    for at, source in enumerate(order):
        lap, step = divmod(at, groups)
        dealt[step if lap % 2 == 0 else groups - 1 - step].append(source)
    return dealt


def _apart(groups: list[list[Source]]) -> list[list[Source]]:
    """Exchange seconds of matches so that no two teams of one match meet again at once, where groups allow it."""
    for group in groups:
        for at, source in enumerate(group):
            if source.place == 2 and _repeats(group, source):
                _exchange(groups, group, at)
    return groups


def _exchange(groups: list[list[Source]], group: list[Source], at: int) -> None:
    source = group[at]
    for other in groups:
        for place, second in enumerate(other):
            if second.place != 2 or other is group:
                continue
            group[at], other[place] = second, source
            if not _repeats(group, second) and not _repeats(other, source):
                return
            group[at], other[place] = source, second


def _repeats(group: Sequence[Source], source: Source) -> bool:
    return sum(other.match == source.match for other in group) > 1
