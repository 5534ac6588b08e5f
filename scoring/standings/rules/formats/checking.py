"""Faults of a format: stages that do not fit together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.knockout.bracket import round_sizes
from scoring.standings.rules.knockout.rule import USUAL, KnockOutError, KnockOutRule
from scoring.standings.rules.stages import CarryKind
from tournament.draws.rules.how import PoolKind

StageMethod = Literal["chart", "fours", "swiss", "snake", "split", "winners", "lots", "knockout", "cross"]
STAGE_METHODS: tuple[StageMethod, ...] = (
    "chart", "fours", "swiss", "snake", "split", "winners", "lots", "knockout", "cross",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage of a format.

    ``advance``: how many go on, None for all. ``frozen``: the size of the brackets whose ranges of ranks are kept from
    the start of the stage on. ``bonus``: table points by rank, with carry "bonus". ``knockout``: how a knock-out is
    played; the count of ``who`` is then a number of teams. ``pools``: how many pools the stage is played in,
    of whole teams with ``pool_teams``, dealt by ``pooling``; ``crossing``: the ranks at its tables, empty for the usual
    cross-over.
    """

    first_session: int
    last_session: int
    name: str = ""
    method: StageMethod = "chart"
    who: Who = field(default_factory=Who)
    carry: CarryKind = "full"
    bonus: tuple[Fraction, ...] = ()
    advance: int | None = None
    frozen: int | None = None
    knockout: KnockOutRule = USUAL
    pools: int | None = None
    pooling: PoolKind = "snake"
    pool_teams: bool = False
    crossing: tuple[int, ...] = ()

    @property
    def sessions(self) -> range:
        return range(self.first_session, self.last_session + 1)


@dataclass(frozen=True, slots=True)
class StageFault:
    """A fault of one stage (from 1): ``code`` and its figures."""

    stage: int
    code: str
    figures: dict[str, Any] = field(default_factory=dict)


def sizes(stages: Sequence[StagePlan], players: int, groups: int = 0) -> list[int]:
    """Return how many play in each stage of a format, if ``players`` in so many ``groups`` begin."""
    field_sizes: list[int] = []
    field_size = earlier = players
    before: StagePlan | None = None
    for at, stage in enumerate(stages):
        if stage.who.kind == "rest":
            above = next((row for row in stages[at + 1 :] if row.who.kind != "rest"), None)
            field_sizes.append(
                field_size - _players(above, field_size, before, groups) if above else earlier - field_size
            )
            continue
        earlier, field_size = field_size, _players(stage, field_size, before, groups)
        before = stage
        field_sizes.append(field_size)
    return field_sizes


def faults(stages: Sequence[StagePlan], players: int, groups: int = 0) -> list[StageFault]:
    """Return the faults of a format for so many players in so many groups, in the order of the stages.

    Codes: backwards (the last session is before the first), overlap (with the stage before, unless it is parallel),
    gap, too_few (fewer than four play), advance_all (as many go on as play, or more), seats (the next stage is for
    another number), no_groups, freeze_without_cut (the field does not fill the brackets), winners_first, rest_first (a
    consolation stage comes after the stage it is cut from, and before the one that ranks above it), and of a knock-out:
    knockout_first, knockout_few, knockout_teams, knockout_sessions (the sessions are not those of its rounds),
    knockout_cross (the table of positions is for another number of teams). Of pools: pools_few (a pool has fewer than
    four players), pools_frozen (frozen brackets as well), no_pools (the stage before has none), pools_of_players (a
    knock-out needs pools of whole teams). Of a cross-over: cross_pools (who plays is not the best of each pool),
    cross_sessions (it has several sessions), cross_tables (no whole tables), cross_size (it names another number of
    places).
    """
    stage_faults: list[StageFault] = []
    before: StagePlan | None = None
    for at, (stage, playing) in enumerate(zip(stages, sizes(stages, players, groups), strict=True), 1):
        parallel = stage.who.kind == "rest"
        stage_faults += _session_faults(at, stage, before, parallel)
        if parallel and before is None:
            stage_faults.append(StageFault(at, "rest_first"))
        elif stage.who.kind == "best-of-groups" and not groups:
            stage_faults.append(StageFault(at, "no_groups"))
        elif stage.who.kind == "best-of-pools" and not (before and before.pools):
            stage_faults.append(StageFault(at, "no_pools"))
        else:
            stage_faults += _field_faults(at, stage, before, playing)
        before = before if parallel else stage
    return stage_faults


def _session_faults(at: int, stage: StagePlan, before: StagePlan | None, parallel: bool) -> list[StageFault]:
    if stage.last_session < stage.first_session:
        return [StageFault(at, "backwards", {"first": stage.first_session, "last": stage.last_session})]
    expected = 1 if before is None else before.last_session + 1
    if parallel or stage.first_session == expected:
        return []
    code = "overlap" if stage.first_session < expected else "gap"
    return [StageFault(at, code, {"first": stage.first_session, "expected": expected})]


def _players(stage: StagePlan, field_size: int, before: StagePlan | None, groups: int) -> int:
    who = stage.who
    if stage.method == "knockout":
        return _teams(stage, field_size, before) * stage.knockout.players
    if who.kind == "table-winners":
        return min(field_size, who.count * -(-field_size // 4))
    if before is not None and before.advance is not None:
        field_size = min(field_size, before.advance)
    if who.kind in ("best", "best-of-countries"):
        return min(field_size, who.count)
    if who.kind == "best-of-groups":
        return min(field_size, who.count * groups)
    if who.kind == "best-of-pools":
        return min(field_size, who.count * _pools(before))
    return len(who.numbers) if who.kind == "named" else field_size


def _pools(before: StagePlan | None) -> int:
    return (before.pools or 0) if before else 0


def _teams(stage: StagePlan, field_size: int, before: StagePlan | None) -> int:
    """Return how many teams play in a knock-out of a field of so many players."""
    entered = field_size // stage.knockout.players
    wanted = stage.who.count * _pools(before) if stage.who.kind == "best-of-pools" else stage.who.count
    return min(wanted or entered, entered)


def _knockout_faults(at: int, stage: StagePlan, before: StagePlan | None, playing: int) -> list[StageFault]:
    if before is None:
        return [StageFault(at, "knockout_first")]
    if stage.who.kind == "best-of-pools" and not before.pool_teams:
        return [StageFault(at, "pools_of_players")]
    rule = stage.knockout
    teams = playing // rule.players
    try:
        rounds = len(round_sizes(teams, rule))
    except KnockOutError as error:
        return [StageFault(at, f"knockout_{error.code}", error.figures)]
    stage_faults = []
    if len(stage.sessions) != rounds * rule.sessions:
        figures = {"needed": rounds * rule.sessions, "sessions": len(stage.sessions)}
        stage_faults.append(StageFault(at, "knockout_sessions", figures))
    if rule.cross and len(rule.cross) != teams:
        stage_faults.append(StageFault(at, "knockout_cross", {"positions": len(rule.cross), "teams": teams}))
    return stage_faults


def _field_faults(at: int, stage: StagePlan, before: StagePlan | None, playing: int) -> list[StageFault]:
    if stage.method == "knockout":
        return _knockout_faults(at, stage, before, playing)
    stage_faults = []
    if playing < 4:
        stage_faults.append(StageFault(at, "too_few", {"players": playing}))
    if stage.advance is not None and stage.advance >= playing:
        stage_faults.append(StageFault(at, "advance_all", {"advance": stage.advance, "players": playing}))
    if before and before.advance and stage.who.kind == "best" and stage.who.count != before.advance:
        stage_faults.append(StageFault(at, "seats", {"advance": before.advance, "count": stage.who.count}))
    if stage.frozen is not None and (stage.frozen % 4 or stage.frozen > playing):
        stage_faults.append(StageFault(at, "freeze_without_cut", {"size": stage.frozen, "players": playing}))
    if stage.method == "winners" and before is None:
        stage_faults.append(StageFault(at, "winners_first"))
    return stage_faults + _pool_faults(at, stage, playing) + _cross_faults(at, stage, playing)


def _pool_faults(at: int, stage: StagePlan, playing: int) -> list[StageFault]:
    if not stage.pools:
        return []
    stage_faults = []
    if playing // stage.pools < 4:
        stage_faults.append(StageFault(at, "pools_few", {"players": playing, "pools": stage.pools}))
    if stage.frozen is not None:
        stage_faults.append(StageFault(at, "pools_frozen"))
    return stage_faults


def _cross_faults(at: int, stage: StagePlan, playing: int) -> list[StageFault]:
    if stage.method != "cross":
        return []
    stage_faults = [] if stage.who.kind == "best-of-pools" else [StageFault(at, "cross_pools")]
    if len(stage.sessions) > 1:
        stage_faults.append(StageFault(at, "cross_sessions"))
    if playing % 4:
        stage_faults.append(StageFault(at, "cross_tables", {"players": playing}))
    if stage.crossing and len(stage.crossing) != playing:
        stage_faults.append(StageFault(at, "cross_size", {"places": len(stage.crossing), "players": playing}))
    return stage_faults
