"""The stages of an event as plans, their faults, and the preview of the whole event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.standings.rules.formats.carrying import CarryKind
from scoring.standings.rules.formats.checking import STAGE_METHODS, StageFault, StageMethod, StagePlan, faults
from scoring.standings.rules.formats.qualifying import Who, WhoKind
from tournament.draws.selectors.draws import drawable_entries
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage
from tournament.events.selectors.events import stages_of

#: Assumed while fewer than four players are entered: a format can be planned before the registration.
MANY_PLAYERS = 400
SENTENCES: Mapping[str, str | Promise] = {
    "backwards": _("The last session (%(last)d) is before the first (%(first)d)."),
    "overlap": _("It begins with session %(first)d; the stage before ends with session %(before)d."),
    "gap": _("It begins with session %(first)d, but session %(expected)d belongs to no stage."),
    "too_few": _("Only %(players)d play; a table needs four."),
    "advance_all": _("%(advance)d go on, but only %(players)d play."),
    "seats": _("%(advance)d go on from the stage before, but this stage is for %(count)d."),
    "freeze_without_cut": _("Brackets of %(size)d do not fit %(players)d players; use a multiple of four."),
    "winners_first": _("Winners with winners needs a stage before."),
    "rest_first": _("A consolation needs a stage before, and comes before the stage for the best."),
    "last": _("The last stage must end with session %(sessions)d, the last of the event."),
}


def sentence(fault: StageFault) -> str:
    """Return what is wrong with a stage."""
    figures = dict(fault.figures)
    if fault.code == "overlap":
        figures["before"] = figures["expected"] - 1
    return str(SENTENCES[fault.code]) % figures


def plan_of(columns: Mapping[str, Any]) -> StagePlan:
    """Return the plan of a stage from its columns; an unknown method of an older file is a chart."""
    method = columns.get("method") or "chart"
    kind = cast(WhoKind, columns.get("who") or "all")
    numbers = frozenset(columns.get("players") or ())
    return StagePlan(
        columns["first_session"],
        columns["last_session"],
        columns.get("name", ""),
        cast(StageMethod, method if method in STAGE_METHODS else "chart"),
        Who(kind, columns.get("count") or 0, columns.get("most") or 0, numbers),
        cast(CarryKind, columns.get("carry") or "full"),
        tuple(Fraction(str(points)) for points in columns.get("bonus") or ()),
        columns.get("advance"),
        columns.get("frozen"),
    )


def stage_columns(stage: Stage) -> dict[str, Any]:
    """Return the planned columns of a stage, without number; ``players`` are those named by the organizer."""
    names = ("name", "first_session", "last_session", "method", "who", "count", "most", "rematch", "kin", "carry")
    columns = {name: getattr(stage, name) for name in (*names, "advance", "bonus", "frozen", "for_units")}
    if stage.who == Stage.Who.NAMED:
        columns["players"] = sorted(chosen.entry.number for chosen in stage.stage_entries.all())
    return columns


def format_columns(event: Event) -> list[dict[str, Any]]:
    """Return the columns of the event's stages in order; one stage by chart if it has none."""
    stages = [stage_columns(stage) for stage in stages_of(event)]
    return stages or [{"first_session": 1, "last_session": event.planned_sessions, "method": "chart"}]


def expected_players(event: Event) -> int:
    """Return the number of entered players, or ``MANY_PLAYERS`` before the registration."""
    count = drawable_entries(event).count()
    return count if count >= 4 else MANY_PLAYERS


def format_faults(plans: Sequence[StagePlan], sessions: int, players: int) -> dict[int, list[str]]:
    """Return stage (from 1) -> what is wrong with it."""
    found: dict[int, list[str]] = {}
    for fault in faults(plans, players):
        found.setdefault(fault.stage, []).append(sentence(fault))
    if plans and plans[-1].last_session != sessions:
        found.setdefault(len(plans), []).append(sentence(StageFault(len(plans), "last", {"sessions": sessions})))
    return found


@dataclass(frozen=True)
class StagePreview:
    """A stage as a card: its plan, players and tables in each session, minutes by the timetable, and what is wrong."""

    number: int
    stage: Stage
    plan: StagePlan
    players: int
    tables: int
    minutes: int
    faults: list[str]
    played: bool

    @property
    def method_name(self) -> str:
        return str(Stage.Method(self.plan.method).label)


def previews(event: Event, seated: int) -> list[StagePreview]:
    """Return the cards of the event's stages; sessions up to ``seated`` have tables."""
    rows = list(stages_of(event)) or [
        Stage(event=event, number=1, first_session=1, last_session=event.planned_sessions, method="chart")
    ]
    plans = [plan_of(stage_columns(row) if row.pk else {"first_session": 1, "last_session": row.last_session})
             for row in rows]  # fmt: skip
    everybody = expected_players(event)
    wrong = format_faults(plans, event.planned_sessions, everybody)
    play = event.play_settings
    cards, players, before = [], everybody, None
    for number, (row, plan) in enumerate(zip(rows, plans, strict=True), start=1):
        count = _playing(plan, players, before)
        minutes = len(plan.sessions) * (play.session_minutes + play.break_minutes)
        cards.append(
            StagePreview(number, row, plan, count, -(-count // 4), minutes, wrong.get(number, []),
                         plan.first_session <= seated)
        )  # fmt: skip
        if plan.who.kind != "rest":
            players, before = count, plan
    return cards


def _playing(plan: StagePlan, players: int, before: StagePlan | None) -> int:
    going_on = min(players, before.advance) if before and before.advance else players
    if plan.who.kind == "rest":
        return players - going_on
    if plan.who.kind in ("best", "best-of-countries"):
        return min(players, plan.who.count)
    if plan.who.kind == "table-winners":
        return min(players, plan.who.count * -(-players // 4))
    return len(plan.who.numbers) if plan.who.kind == "named" else going_on
