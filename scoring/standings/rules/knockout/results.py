"""Who goes on in a knock-out, and its ranks (3.5.4): table points, then competition points, then the format's rule."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.rules.formats.cuts import lot_order
from scoring.standings.rules.knockout.bracket import Match, Source
from scoring.standings.rules.knockout.rule import KnockOutRule


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a team in the sessions of a round: table points in twelfths; ``best``: its best member's points."""

    table_points: int = 0
    competition_points: int = 0
    best: tuple[int, int] = (0, 0)


#: Team, round -> its score; None without a result.
ScoreOf = Callable[[int, int], Score | None]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match with its teams as known: a team's number, or None while its match is not decided.

    ``order``: the teams, best first, once the match is decided. ``tied``: the teams whose place the rule for ties
    decided.
    """

    match: Match
    teams: tuple[int | None, ...]
    scores: Mapping[int, Score]
    order: tuple[int, ...] = ()
    tied: frozenset[int] = frozenset()

    def place(self, team: int | None) -> int:
        """Return the place of a team, from 1; 0 before the match is decided."""
        return self.order.index(team) + 1 if team in self.order else 0


def played_matches(
    matches: Sequence[Match],
    seeds: Sequence[int],
    rule: KnockOutRule,
    score_of: ScoreOf,
    rounds_played: int,
    lot: str = "",
) -> list[PlayedMatch]:
    """Return the matches with their teams, scores and orders.

    ``seeds``: the team at each position. The matches of the first ``rounds_played`` rounds are decided; ``lot`` is the
    committed seed for ties.
    """
    positions = {team: at for at, team in enumerate(seeds)}
    played: dict[int, PlayedMatch] = {}
    for match in matches:
        teams = tuple(_team(source, seeds, played) for source in match.sources)
        scores = {
            team: score for team in teams if team is not None and (score := score_of(team, match.round)) is not None
        }
        known = [team for team in teams if team is not None]
        if match.round > rounds_played or len(known) < len(teams) or not scores:
            played[match.number] = PlayedMatch(match, teams, scores)
            continue
        order, tied = _decided(known, scores, positions, rule, f"{lot}|{match.number}")
        played[match.number] = PlayedMatch(match, teams, scores, order, tied)
    return list(played.values())


def _team(source: Source, seeds: Sequence[int], played: Mapping[int, PlayedMatch]) -> int | None:
    if source.seed:
        return seeds[source.seed - 1]
    order = played[source.match].order
    return order[source.place - 1] if order else None


def _decided(
    teams: Sequence[int], scores: Mapping[int, Score], positions: Mapping[int, int], rule: KnockOutRule, lot: str
) -> tuple[tuple[int, ...], frozenset[int]]:
    """Return the order of a match, and the teams with the points of another one.

    The lot holds the points, which were unknown when its seed was committed.
    """
    points = {team: _points(scores.get(team, Score())) for team in teams}
    lots = {team: at for at, team in enumerate(lot_order(teams, f"{lot}|{sorted(points.items())}"))}

    def key(team: int) -> tuple[object, ...]:
        table, competition = points[team]
        best = scores.get(team, Score()).best if rule.tie == "member" else (0, 0)
        last = lots[team] if rule.tie == "lot" else positions[team]
        return -table, -competition, -best[0], -best[1], last

    tied = frozenset(team for team in teams if list(points.values()).count(points[team]) > 1)
    return tuple(sorted(teams, key=key)), tied


def _points(score: Score) -> tuple[int, int]:
    return score.table_points, score.competition_points


def ranks_of(played: Sequence[PlayedMatch], seeds: Sequence[int]) -> list[tuple[int, int]]:
    """Return (team, rank), best first: by the round that a team reached, then as follows.

    The final's places are ranks 1, 2, …; a match for third place gives the next two. Teams that left in one round are
    ranked by their place in the match, then by the round's table points and competition points; equals share a rank.
    Teams that still play come first in their round, by position.
    """
    last: dict[int, PlayedMatch] = {team: match for match in played for team in match.teams if team is not None}
    final = max((match.match.round for match in played), default=0)
    keys = {team: _rank_key(team, at, last[team], final) for at, team in enumerate(seeds)}
    ordered = sorted(seeds, key=lambda team: keys[team])
    ranks: list[tuple[int, int]] = []
    for at, team in enumerate(ordered):
        same = at and keys[team] == keys[ordered[at - 1]]
        ranks.append((team, ranks[-1][1] if same else at + 1))
    return ranks


def _rank_key(team: int, position: int, match: PlayedMatch, final: int) -> tuple[int, ...]:
    place = match.place(team)
    below = int(match.match.third)
    if not place:
        return -match.match.round, below, 0, 0, 0, position
    if match.match.round == final:
        return -final, below, place, 0, 0, 0
    table, competition = _points(match.scores.get(team, Score()))
    return -match.match.round, below, place, -table, -competition, 0
