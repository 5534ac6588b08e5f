"""The cut before a stage: who goes on, who is on the line, who is out (3.5.4; rulings: Ranking, Stages)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from scoring.formats.selectors.plans import plan_of, stage_columns
from scoring.formats.selectors.pools import pools_now
from scoring.formats.selectors.stage_order import stage_before
from scoring.formats.selectors.team_cuts import TIES, team_cut
from scoring.sheets.models.results import CountedResult
from scoring.standings.rules.formats.cuts import Cut, CutTie, Ranked
from scoring.standings.rules.formats.qualifying import TablePlace, Who, players_of
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.selectors.seeds import committed_seed
from scoring.standings.selectors.standings import Standings
from tournament.draws.selectors.draws import drawable_entries
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage
from tournament.events.selectors.events import stages_of
from tournament.presence.selectors.presence import plays_in


@dataclass(frozen=True)
class StageCut:
    """The cut before a stage: ``lines`` are the standings that it cuts, best first; ``seed`` decides lots."""

    stage: Stage
    lines: Sequence[PlayerStanding]
    cut: Cut
    tie: CutTie
    seed: str

    @property
    def limits(self) -> bool:
        """Whether somebody does not go on."""
        return bool(self.cut.out or self.cut.line)

    def side(self, number: int) -> str:
        """Return "in", "line" or "out"."""
        return "in" if number in self.cut.through else "line" if number in self.cut.line else "out"


def who_plays(stages: Sequence[Stage], stage: Stage) -> Who:
    """Return who plays in a stage: without a limit of its own, as many as go on from the stage before.

    A knock-out is cut by teams: see `team_cuts`.
    """
    who = plan_of(stage_columns(stage)).who
    if stage.method == Stage.Method.KNOCKOUT:
        return Who()
    before = stage_before(stages, stage)
    if who.kind == "all" and before is not None and before.advance:
        return Who("best", before.advance)
    return who


def cut_before(standings: Standings, stage: Stage, *, open_ties: bool = False) -> StageCut:
    """Return the cut by the standings after the session before the stage.

    Players who left the event or declined are left out, so that the next in rank move up. ``open_ties``: all who are
    tied stay on the line, because sessions before the cut are still to be played.
    """
    event, stages = standings.event, list(stages_of(standings.event))
    stage = next(row for row in stages if row.number == stage.number)
    lines = _field(standings, stages, stage)
    chosen_tie = event.standings_settings.cut_tie
    tie = "play-off" if open_ties else TIES.get(chosen_tie, cast(CutTie, chosen_tie))
    seed = committed_seed(event, "cut", stage.number, *((line.number, *line.sums[2:4]) for line in lines))
    who = who_plays(stages, stage)
    elsewhere: frozenset[int] = frozenset()
    if who.kind == "rest":
        final = next((row for row in stages if row.number > stage.number and _overlap(row, stage)), None)
        if final is not None:
            elsewhere = _above(standings, final, open_ties)
    units = units_of(standings, stage, who)
    ranked = [Ranked(line.number, line.rank or 0, _values(line), units.get(line.number, "")) for line in lines]
    places = table_places(event, stage.first_session - 1) if who.kind == "table-winners" else {}
    play_off = [] if open_ties else stage.play_off
    done = players_of(who, ranked, tie, seed=seed, places=places, elsewhere=elsewhere, play_off=play_off)
    return StageCut(stage, lines, done, tie, seed)


def _above(standings: Standings, final: Stage, open_ties: bool) -> frozenset[int]:
    """Return the players of the stage that runs at the same time as a consolation."""
    if final.method == Stage.Method.KNOCKOUT:
        teams = set(team_cut(standings, final).through)
        return frozenset(number for number, entry in standings.names.items() if entry.team in teams)
    above = cut_before(standings, final, open_ties=open_ties).cut
    return frozenset((*above.through, *above.line))


def moving_up(standings: Standings, done: StageCut) -> list[int]:
    """Return the numbers that go on only because better players left or declined; they are asked first.

    The result is empty unless the stage takes the best of all players (a cut by pool or table has no one order), and
    while a tie at the cut is open. A player who left counts as better also if equal to the last who goes on, because
    no lot was drawn between the two.
    """
    if done.cut.line or who_plays(standings.stage_rows, done.stage).kind != "best" or not done.cut.through:
        return []
    sums = {line.number: line.sums for line in standings.individual(done.stage.first_session - 1)}
    last = min(sums[number] for number in done.cut.through)
    possible = {line.number for line in done.lines}
    reached = max(sums[number].stage for number in possible)
    gone = [
        number
        for number, its_sums in sums.items()
        if number not in possible and its_sums >= last and its_sums.stage == reached
    ]
    return list(done.cut.through[-len(gone) :]) if gone else []


def units_of(standings: Standings, stage: Stage, who: Who) -> dict[int, str]:
    """Return number -> the group, pool or country by which the cut to a stage chooses; empty if by rank alone."""
    if who.kind == "best-of-pools":
        before = stage_before(standings.stage_rows, stage)
        return {number: str(pool) for number, pool in pools_now(before).items()} if before else {}
    if who.kind == "best-of-groups":
        return {number: str(entry.group or "") for number, entry in standings.names.items()}
    if who.kind == "best-of-countries":
        return {number: entry.country for number, entry in standings.names.items()}
    return {}


def _field(standings: Standings, stages: Sequence[Stage], stage: Stage) -> list[PlayerStanding]:
    """Return the lines of the players of the stage before who can play, best first."""
    before = stage_before(stages, stage)
    session = stage.first_session
    reached = before.number if before else 1
    entries = drawable_entries(standings.event).prefetch_related("withdrawals")
    possible = {entry.number for entry in entries if plays_in(entry, session)} - set(stage.declined)
    return [
        line
        for line in standings.individual(session - 1)
        if line.status == "ranked" and line.number in possible and line.stage >= reached
    ]


def _overlap(first: Stage, second: Stage) -> bool:
    return first.first_session <= second.last_session and second.first_session <= first.last_session


def _values(line: PlayerStanding) -> tuple[int, ...]:
    """Return further tie-breaks: table points, then competition points of the sessions, from the best down."""
    scores = sorted((row.competition_points for row in line.counted), reverse=True)
    return (*line.session_points, *scores)


def table_places(event: Event, session: int) -> dict[int, TablePlace]:
    """Return number -> place at the player's table in a session, by competition points; equal players share it."""
    rows = CountedResult.objects.filter(session__event=event, session__number=session)
    points: dict[int, dict[int, int]] = {}
    for table, number, score in rows.values_list("sheet", "entry__number", "competition_points"):
        points.setdefault(table, {})[number] = score
    return {
        number: TablePlace(table, 1 + sum(other > score for other in scores.values()))
        for table, scores in points.items()
        for number, score in scores.items()
    }


def unshared_places(event: Event, session: int, order: Sequence[int]) -> dict[int, int]:
    """Return number -> place (1 to 4) at the player's table in a session; equal players in the ``order`` of numbers.

    Only of the numbers in the order.
    """
    position = {number: at for at, number in enumerate(order)}
    places = {number: place for number, place in table_places(event, session).items() if number in position}
    taken: Counter[int] = Counter()
    unshared: dict[int, int] = {}
    for number in sorted(places, key=lambda number: (places[number].place, position[number])):
        taken[places[number].table] += 1
        unshared[number] = taken[places[number].table]
    return unshared
