"""The cut before a stage: who goes on, who is on the line, who is out (3.5.4; rulings: Ranking, Stages)."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import cast

from scoring.formats.selectors.plans import plan_of, stage_columns
from scoring.sheets.models.results import CountedResult
from scoring.standings.rules.formats.cuts import Cut, CutTie, Ranked, decided
from scoring.standings.rules.formats.qualifying import Who, players_of
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.selectors.standings import Standings
from tournament.draws.selectors.draws import drawable_entries, released_draw
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage
from tournament.events.selectors.events import stages_of
from tournament.presence.selectors.presence import plays_in

#: Settings of earlier versions.
TIES: dict[str, CutTie] = {"extra-hand": "play-off"}


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


def committed_seed(event: Event, *parts: object) -> str:
    """Return a seed that no person can choose: SHA-256 of the seed of the event's draw and of what it is for.

    The draw's seed was committed before play. What it is for holds the results, which were unknown then.
    """
    draw = released_draw(event)
    base = draw.seed if draw and draw.seed else event.slug
    return sha256("|".join([base, *map(str, parts)]).encode()).hexdigest()


def stage_before(stages: Sequence[Stage], stage: Stage) -> Stage | None:
    """Return the stage whose players go on to this one; a consolation is no such stage."""
    earlier = [
        row for row in stages
        if row.number < stage.number and row.last_session < stage.first_session and row.who != Stage.Who.REST
    ]  # fmt: skip
    return earlier[-1] if earlier else None


def who_plays(stages: Sequence[Stage], stage: Stage) -> Who:
    """Return who plays in a stage: without a limit of its own, as many as go on from the stage before."""
    who = plan_of(stage_columns(stage)).who
    before = stage_before(stages, stage)
    if who.kind == "all" and before is not None and before.advance:
        return Who("best", before.advance)
    return who


def cut_before(standings: Standings, stage: Stage) -> StageCut:
    """Return the cut by the standings after the session before the stage.

    Players who left the event or declined are left out, so that the next in rank move up.
    """
    event, stages = standings.event, list(stages_of(standings.event))
    stage = next(row for row in stages if row.number == stage.number)
    lines = _field(standings, stages, stage)
    tie = TIES.get(event.standings_settings.cut_tie, cast(CutTie, event.standings_settings.cut_tie))
    seed = committed_seed(event, "cut", stage.number, *((line.number, *line.sums[2:4]) for line in lines))
    who = who_plays(stages, stage)
    elsewhere: frozenset[int] = frozenset()
    if who.kind == "rest":
        final = next((row for row in stages if row.number > stage.number and _overlap(row, stage)), None)
        if final is not None:
            above = cut_before(standings, final).cut
            elsewhere = frozenset((*above.through, *above.line))
    countries = {number: entry.country for number, entry in standings.names.items()}
    ranked = [
        Ranked(line.number, line.rank or 0, _values(line), countries[line.number] if who.most else "") for line in lines
    ]
    places = table_places(event, stage.first_session - 1) if who.kind == "table-winners" else {}
    done = players_of(who, ranked, tie, seed=seed, places=places, elsewhere=elsewhere)
    return StageCut(stage, lines, decided(done, stage.play_off), tie, seed)


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


def table_places(event: Event, session: int) -> dict[int, int]:
    """Return number -> place (1 to 4) at the player's table in a session, by competition points, then by number."""
    rows = CountedResult.objects.filter(session__event=event, session__number=session)
    places: dict[int, int] = {}
    taken: dict[int, int] = {}
    for table, number in rows.order_by("sheet", "-competition_points", "entry__number").values_list(
        "sheet", "entry__number"
    ):
        taken[table] = places[number] = taken.get(table, 0) + 1
    return places
