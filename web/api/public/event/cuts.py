"""``/api/v1/events/EVENT/cut`` and ``pools``: who goes on in an event with stages."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.formats.selectors.coming_cuts import ComingCut, coming_cut
from scoring.formats.selectors.pool_tables import PoolLine, PoolsOfStage, pools_of_stages
from scoring.game.rules.table_points import as_text
from scoring.standings.selectors.document import whole_or_text
from scoring.standings.selectors.lines import PlayerLine, player_lines
from web.api.public.event.statistics import EntryOut
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import public_viewer_context


class CutLineOut(EntryOut):
    """A player at the cut: `side` is "in", "line" or "out" as it stands now.

    In the last session before the cut, `verdict` is "sure", "possible" or "impossible" (else null), and `by_place` the
    verdicts for the places at the player's table.
    """

    rank: int | None
    table_points: str
    competition_points: int | str
    side: str
    verdict: str | None
    by_place: list[str]


class CutOut(Schema):
    """The next cut: the `stage` it leads to (its number), who goes on, and how many sessions are left before it.

    `count` go on: in all, or of each group, pool or table as `who` says; `most`: at most so many of one country (0: any
    number). `last_in`: the last player above the line (null: no line). `lot`: the seed of the lots (empty: none).
    """

    event: str
    stage: int
    name: str
    who: str
    count: int
    most: int
    sessions_left: int
    last_in: int | None
    lot: str
    lines: list[CutLineOut]


class PoolLineOut(Schema):
    """A player or team in a pool: rank there, and `side` of the cut ("in", "line", "out", or empty)."""

    rank: int | None
    number: int
    name: str
    country: str
    table_points: str
    competition_points: int | str
    side: str


class PoolOut(Schema):
    """The standings of a pool."""

    pool: str
    lines: list[PoolLineOut]


class PoolStageOut(Schema):
    """The pools of a stage; `teams`: they hold teams. `crossing`: places (such as "A1") at each cross-over table.

    `to_bracket`: the best meet crosswise in the bracket.
    """

    stage: int
    name: str
    teams: bool
    pools: list[PoolOut]
    crossing: list[list[str]]
    to_bracket: bool


class PoolsOut(Schema):
    """The stages whose pools are dealt."""

    event: str
    stages: list[PoolStageOut]


router = public_router("events")


@router.get(
    "/events/{event}/cut",
    response={200: CutOut, **Answers},
    summary=gettext_noop("Next cut of an event"),
    description=gettext_noop(
        "Return who goes on by the released standings, and in the last session before the cut what each player needs."
    ),
)
def cut(request: HttpRequest, event: Text) -> Any:
    """Answer with the next cut; 404 if none is coming."""
    reader = public_viewer_context(event)
    coming = coming_cut(reader.standings) if reader else None
    if reader is None or coming is None:
        return absent("event" if reader is None else "cut")
    lines = {line.entry.number: line for line in player_lines(reader.standings)}
    answer = {
        "event": event,
        "stage": coming.cut.stage.number,
        "name": coming.cut.stage.name,
        "who": coming.who.kind,
        "count": coming.who.count,
        "most": coming.who.most,
        "sessions_left": coming.sessions_left,
        "last_in": coming.last_in,
        "lot": coming.lot,
        "lines": [_cut_line(coming, lines[line.number]) for line in coming.cut.lines],
    }
    return Status(200, answer)


@router.get(
    "/events/{event}/pools",
    response={200: PoolsOut, **Answers},
    summary=gettext_noop("Pools of an event"),
    description=gettext_noop("Return the released standings of each pool, and the cross-over to the next stage."),
)
def pools(request: HttpRequest, event: Text) -> Any:
    """Answer with the pools that are dealt; 404 for an event without pools."""
    reader = public_viewer_context(event)
    if reader is None or not reader.standings.has_pools:
        return absent("event" if reader is None else "pools")
    return Status(200, {"event": event, "stages": [_pools(stage) for stage in pools_of_stages(reader.standings)]})


def _cut_line(coming: ComingCut, line: PlayerLine) -> dict[str, Any]:
    need = coming.needs.get(line.entry.number)
    return line.entry._asdict() | {
        "rank": line.standing.rank,
        "table_points": as_text(line.standing.table_points),
        "competition_points": whole_or_text(line.standing.competition_points),
        "side": coming.sides[line.entry.number],
        "verdict": need.verdict if need else None,
        "by_place": need.by_place if need else (),
    }


def _pools(stage: PoolsOfStage) -> dict[str, Any]:
    return {
        "stage": stage.stage.number,
        "name": stage.stage.name,
        "teams": stage.teams,
        "pools": [{"pool": letter, "lines": [_pool_line(line) for line in lines]} for letter, lines in stage.pools],
        "crossing": stage.crossing,
        "to_bracket": stage.to_bracket,
    }


def _pool_line(line: PoolLine) -> dict[str, Any]:
    names = {key: getattr(line, key) for key in ("rank", "number", "name", "country", "side")}
    points = {"table_points": as_text(line.table_points)}
    return names | points | {"competition_points": whole_or_text(line.competition_points)}
