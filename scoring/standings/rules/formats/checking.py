"""Faults of a format: stages that do not fit together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from scoring.standings.rules.formats.carrying import CarryKind
from scoring.standings.rules.formats.qualifying import Who

StageMethod = Literal["chart", "fours", "swiss", "snake", "split", "winners", "lots"]
STAGE_METHODS: tuple[StageMethod, ...] = ("chart", "fours", "swiss", "snake", "split", "winners", "lots")


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage of a format.

    ``advance``: how many go on, None for all. ``frozen``: the size of the brackets whose ranges of ranks are kept from
    the start of the stage on. ``bonus``: table points by rank, with carry "bonus".
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

    @property
    def sessions(self) -> range:
        return range(self.first_session, self.last_session + 1)


@dataclass(frozen=True, slots=True)
class StageFault:
    """A fault of one stage (from 1): ``code`` and its figures."""

    stage: int
    code: str
    figures: dict[str, Any] = field(default_factory=dict)


def faults(stages: Sequence[StagePlan], players: int) -> list[StageFault]:
    """Return the faults of a format for so many players, in the order of the stages.

    Codes: backwards (the last session is before the first), overlap (with the stage before, unless it is parallel),
    gap, too_few (fewer than four play), advance_all (as many go on as play, or more), seats (the next stage is for
    another number), freeze_without_cut (the field does not fill the brackets), winners_first, rest_first (a consolation
    stage comes after the stage it is cut from, and before the one that ranks above it).
    """
    found: list[StageFault] = []
    field_size = players
    before: StagePlan | None = None
    for at, stage in enumerate(stages, 1):
        parallel = stage.who.kind == "rest"
        found += _session_faults(at, stage, before, parallel)
        if parallel:
            found += [StageFault(at, "rest_first")] if before is None else []
            continue
        field_size = _players(stage.who, field_size, before)
        found += _field_faults(at, stage, before, field_size)
        before = stage
    return found


def _session_faults(at: int, stage: StagePlan, before: StagePlan | None, parallel: bool) -> list[StageFault]:
    if stage.last_session < stage.first_session:
        return [StageFault(at, "backwards", {"first": stage.first_session, "last": stage.last_session})]
    expected = 1 if before is None else before.last_session + 1
    if parallel or stage.first_session == expected:
        return []
    code = "overlap" if stage.first_session < expected else "gap"
    return [StageFault(at, code, {"first": stage.first_session, "expected": expected})]


def _players(who: Who, field_size: int, before: StagePlan | None) -> int:
    if before is not None and before.advance is not None:
        field_size = min(field_size, before.advance)
    if who.kind in ("best", "best-of-countries"):
        return min(field_size, who.count)
    return len(who.numbers) if who.kind == "named" else field_size


def _field_faults(at: int, stage: StagePlan, before: StagePlan | None, playing: int) -> list[StageFault]:
    found = []
    if playing < 4:
        found.append(StageFault(at, "too_few", {"players": playing}))
    if stage.advance is not None and stage.advance >= playing:
        found.append(StageFault(at, "advance_all", {"advance": stage.advance, "players": playing}))
    if before and before.advance and stage.who.kind == "best" and stage.who.count != before.advance:
        found.append(StageFault(at, "seats", {"advance": before.advance, "count": stage.who.count}))
    if stage.frozen is not None and (stage.frozen % 4 or stage.frozen > playing):
        found.append(StageFault(at, "freeze_without_cut", {"size": stage.frozen, "players": playing}))
    if stage.method == "winners" and before is None:
        found.append(StageFault(at, "winners_first"))
    return found
