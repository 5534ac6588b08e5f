"""The lines of all players by the formula of a rule."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from ranking.rankings.rules.rule import Kind, Rule
from ranking.rankings.selectors.computing import PlayerLine, player_lines
from ranking.rankings.selectors.rating import rating_lines
from ranking.rankings.selectors.sources import SourceEvent


def lines_of(
    rule: Rule,
    day: date,
    events: Mapping[int, SourceEvent],
    ids: Mapping[int, int] | None = None,
    only: Collection[int] | None = None,
) -> Iterator[PlayerLine]:
    """Yield the lines of `player_lines`, or of `rating_lines` for a rating."""
    lines = rating_lines if rule.kind is Kind.RATING else player_lines
    return lines(rule, day, events, ids, only)
