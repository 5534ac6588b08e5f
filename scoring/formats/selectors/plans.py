"""The stages of an event as plans, their faults, and the preview of the whole event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.standings.rules.formats.checking import STAGE_METHODS, StageFault, StageMethod, StagePlan, faults, sizes
from scoring.standings.rules.formats.qualifying import Who, WhoKind
from scoring.standings.rules.knockout.rule import rule_from
from scoring.standings.rules.stages import CarryKind
from tournament.draws.rules.how import PoolKind
from tournament.draws.selectors.draws import drawable_entries
from tournament.events.models.events import Event
from tournament.events.models.stages import STAGE_COLUMNS, Stage
from tournament.events.selectors.events import stages_of

#: Assumed while fewer than four players are entered: a format can be planned before the registration.
MANY_PLAYERS = 400
KNOCKOUT_SENTENCES: Mapping[str, str | Promise] = {
    "knockout_first": _("A knock-out of teams needs a stage before, which ranks the teams."),
    "knockout_few": _("%(teams)d teams play; a match of this knock-out needs %(least)d."),
    "knockout_teams": _("%(teams)d teams do not fit this knock-out. Let %(below)d or %(above)d play."),
    "knockout_sessions": _("This knock-out needs %(needed)d sessions; this stage has %(sessions)d."),
    "knockout_cross": _("The table of the bracket is for %(positions)d teams, but %(teams)d play. Set it again."),
}
SENTENCES: Mapping[str, str | Promise] = {
    **KNOCKOUT_SENTENCES,
    "backwards": _("The last session (%(last)d) is before the first (%(first)d)."),
    "overlap": _("It begins with session %(first)d; the stage before ends with session %(before)d."),
    "gap": _("It begins with session %(first)d, but session %(expected)d belongs to no stage."),
    "too_few": _("Only %(players)d play; a table needs four."),
    "advance_all": _("%(advance)d go on, but only %(players)d play."),
    "seats": _("%(advance)d go on from the stage before, but this stage is for %(count)d."),
    "no_groups": _("This event has no groups. Enter groups, or choose who plays in another way."),
    "freeze_without_cut": _("Brackets of %(size)d do not fit %(players)d players; use a multiple of four."),
    "winners_first": _("Winners with winners needs a stage before."),
    "rest_first": _("A consolation needs a stage before, and comes before the stage for the best."),
    "pools_few": _("%(players)d players are too few for %(pools)d pools; each needs four."),
    "pools_frozen": _("Choose pools or frozen brackets, not both."),
    "no_pools": _("The stage before has no pools. Set them there, or choose who plays in another way."),
    "pools_of_players": _("A knock-out of teams needs pools of whole teams in the stage before."),
    "cross_pools": _("A cross-over needs the best of each pool."),
    "cross_sessions": _("A cross-over is for one session. Make the later sessions a stage of their own."),
    "cross_tables": _("%(players)d go on from the pools; a cross-over needs a multiple of four."),
    "cross_size": _("The cross-over names %(places)d places, but %(players)d play. Set it again."),
    "last": _("The last stage must end with session %(sessions)d, the last of the event."),
}


#: Fault -> the column of the stage that is wrong; of all others the method.
FAULT_FIELDS: Mapping[str, str] = {
    "backwards": "last_session", "gap": "last_session", "overlap": "last_session", "last": "last_session",
    "too_few": "count", "seats": "count", "advance_all": "advance", "freeze_without_cut": "frozen",
    "no_groups": "who", "no_pools": "who", "rest_first": "who", "pools_of_players": "who", "cross_pools": "who",
    "pools_few": "pools", "pools_frozen": "pools", "cross_tables": "count",
    "cross_sessions": "last_session", "knockout_sessions": "last_session", "knockout_few": "count",
    "knockout_teams": "count",
}  # fmt: skip


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
        rule_from(columns.get("knockout") or {}),
        columns.get("pools"),
        cast(PoolKind, columns.get("pooling") or "snake"),
        bool(columns.get("pool_teams")),
        tuple(columns.get("crossing") or ()),
    )


def stage_columns(stage: Stage) -> dict[str, Any]:
    """Return the planned columns of a stage, without number; ``players`` are those named by the organizer."""
    columns = {name: getattr(stage, name) for name in STAGE_COLUMNS if name != "number"}
    if stage.who == Stage.Who.NAMED:
        columns["players"] = sorted(chosen.entry.number for chosen in stage.stage_entries.all())
    return columns


def format_columns(event: Event) -> list[dict[str, Any]]:
    """Return the columns of the event's stages in order; one stage by chart if it has none."""
    stages = [stage_columns(stage) for stage in stages_of(event)]
    return stages or [{"first_session": 1, "last_session": event.planned_sessions, "method": "chart"}]


def entered_players(event: Event) -> int:
    """Return the number of entered players; 0 if they do not make a table."""
    count = drawable_entries(event).count()
    return count if count >= 4 else 0


def expected_players(event: Event) -> int:
    """Return the number of entered players, or ``MANY_PLAYERS`` before the registration."""
    return entered_players(event) or MANY_PLAYERS


def format_faults(event: Event, plans: Sequence[StagePlan], players: int | None = None) -> dict[int, list[str]]:
    """Return stage (from 1) -> what is wrong with it, as sentences; parameters as `stage_faults`."""
    by_stage: dict[int, list[str]] = {}
    for fault in stage_faults(event, plans, players):
        by_stage.setdefault(fault.stage, []).append(sentence(fault))
    return by_stage


def stage_faults(event: Event, plans: Sequence[StagePlan], players: int | None = None) -> list[StageFault]:
    """Return the faults of a format; ``players``: another number than the expected one, for any number of sessions."""
    plan_faults = faults(plans, players or expected_players(event), event.groups.count())
    sessions = event.planned_sessions
    if players is None and plans and plans[-1].last_session != sessions:
        plan_faults.append(StageFault(len(plans), "last", {"sessions": sessions}))
    return sorted(plan_faults, key=lambda fault: fault.stage)


@dataclass(frozen=True)
class StagePreview:
    """A stage as a card: its plan, players and tables in each session, hours by the timetable, and what is wrong."""

    number: int
    stage: Stage
    plan: StagePlan
    players: int
    tables: int
    hours: float
    faults: list[str]
    played: bool

    @property
    def teams(self) -> int:
        """The number of teams of a knock-out; 0 for other stages."""
        return self.players // self.plan.knockout.players if self.plan.method == "knockout" else 0

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
    wrong = format_faults(event, plans)
    counts = sizes(plans, expected_players(event), event.groups.count())
    play = event.play_settings
    cards = []
    for number, (row, plan, count) in enumerate(zip(rows, plans, counts, strict=True), start=1):
        hours = round(len(plan.sessions) * (play.session_minutes + play.break_minutes) / 60, 2)
        cards.append(
            StagePreview(number, row, plan, count, -(-count // 4), hours, wrong.get(number, []),
                         plan.first_session <= seated)
        )  # fmt: skip
    return cards
