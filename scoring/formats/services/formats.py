"""Set the stages of an event, and decide a cut."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import listed
from scoring.formats.selectors.cuts import cut_before
from scoring.formats.selectors.plans import FAULT_FIELDS, format_columns, plan_of, sentence, stage_faults
from scoring.formats.selectors.session_draws import last_seated
from scoring.formats.selectors.team_cuts import team_cut
from scoring.standings.rules.formats.checking import StagePlan
from scoring.standings.rules.knockout.rule import KnockOutError
from scoring.standings.selectors.standings import Standings, view_of
from tournament.draws.services.shared import DRAWERS
from tournament.events.models.events import Event
from tournament.events.models.stages import STAGE_COLUMNS, Stage, StageEntry
from tournament.events.selectors.events import stages_of
from tournament.people.models.accounts import Role


@action("event.set_format", summary=_("Change the format"), roles=[Role.Name.ORGANIZER], subject="event")
def set_format(_context: ActionContext, event: Event, *, stages: Sequence[Mapping[str, Any]]) -> Done:
    """Replace the stages of the event; ``stages`` are their columns in order (``STAGE_COLUMNS`` without number).

    ``players`` of a stage are the numbers that play, with ``who`` "named". Refused, with the field "stage-n" or
    "stage-n/column", if the stages do not fit together, or if a stage that has tables is changed except for its end.
    """
    wanted = [_whole_columns(columns) for columns in stages]
    plans = [_plan(number, columns) for number, columns in enumerate(wanted, start=1)]
    faults = stage_faults(event, plans)
    if faults:
        number, column = faults[0].stage, FAULT_FIELDS.get(faults[0].code, "method")
        sentences = " ".join(sentence(fault) for fault in faults if fault.stage == number)
        message = _("Stage %(number)d: %(fault)s") % {"number": number, "fault": sentences}
        raise Refused(message, where=f"stage-{number}/{column}")
    before = [_whole_columns(columns) for columns in format_columns(event)]
    _refuse_played(event, before, wanted)
    if before == wanted and event.stages.exists():
        return Done({"stages": len(wanted)}, f"event:{event.slug}", changed=False)
    _write_stages(event, wanted)
    old, new = ({"stages": [_described(columns) for columns in stages]} for stages in (before, wanted))
    return Done({"stages": len(wanted)}, f"event:{event.slug}", old, new, (PUBLIC, LIVE))


def _plan(number: int, columns: Mapping[str, Any]) -> StagePlan:
    try:
        return plan_of(columns)
    except KnockOutError as error:
        message = _("Stage %(number)d: this does not fit a knock-out of teams. Two teams: one goes on, of even size.")
        raise Refused(message % {"number": number}, where=f"stage-{number}/{error.figures['key']}") from error


def _described(columns: Mapping[str, Any]) -> str:
    """Return a stage for the audit log: its columns that differ from the usual ones."""
    usual = _whole_columns({})
    return ", ".join(f"{name} {value}" for name, value in columns.items() if value != usual[name])


def _whole_columns(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return all columns of a stage except its number, with usual values for the missing ones."""
    usual = Stage()
    named = {name: columns.get(name, getattr(usual, name)) for name in STAGE_COLUMNS if name != "number"}
    return named | {"players": sorted(columns.get("players") or ())}


def _refuse_played(event: Event, before: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    """Refuse a change of what has tables: those stages stay, and may only end later, or after the last such session."""
    seated = last_seated(event)
    for number, kept in enumerate(before, start=1):
        if kept["first_session"] > seated:
            return
        now = wanted[number - 1] if number <= len(wanted) else None
        same = now is not None and {**now, **_OPEN} == {**kept, **_OPEN}
        ends = now["last_session"] if now else 0
        if not same or (ends != kept["last_session"] and ends < seated):
            raise Refused(
                _("Stage %(number)d has tables already: only what follows can be changed.") % {"number": number},
                where=f"stage-{number}",
            )


#: Columns of a stage that may change while it is played: its end, name, and who goes on from it.
_OPEN = {"last_session": 0, "name": "", "advance": None, "for_units": True}


def _write_stages(event: Event, wanted: list[dict[str, Any]]) -> None:
    rows = {row.number: row for row in stages_of(event)}
    event.stages.filter(number__gt=len(wanted)).delete()
    for number, columns in enumerate(wanted, start=1):
        players = columns["players"]
        stage = rows.get(number) or Stage(event=event, number=number)
        for name, value in columns.items():
            if name != "players":
                setattr(stage, name, value)
        stage.save()
        if stage.stage_entries.filter(position__isnull=False).exists():
            continue
        stage.stage_entries.all().delete()
        entries = event.entries.filter(number__in=players)
        StageEntry.objects.bulk_create(StageEntry(stage=stage, entry=entry) for entry in entries)


@action("event.decide_cut", summary=_("Decide who goes on at a cut"), roles=DRAWERS, subject="event")
def decide_cut(_context: ActionContext, event: Event, *, stage: int, play_off: list[int], declined: list[int]) -> Done:
    """Record the order of a play-off (numbers, best first), and the players who do not want to go on.

    Of a knock-out the order is one of team numbers. Refused once the stage has tables, for unknown numbers, and for an
    order that does not name each of the tied once.
    """
    row = event.stages.filter(number=stage).first()
    if row is None or row.first_session <= last_seated(event):
        raise Refused(_("This stage has tables already, or does not exist."))
    players = set(event.entries.values_list("number", flat=True))
    of_teams = row.method == Stage.Method.KNOCKOUT
    in_play_off = set(event.teams.values_list("number", flat=True)) if of_teams else players
    for where, numbers, known in (("play_off", play_off, in_play_off), ("declined", declined, players)):
        unknown = sorted(set(numbers) - known)
        if unknown:
            message = _("There is no player with number %(number)d.")
            if of_teams and where == "play_off":
                message = _("There is no team with number %(number)d.")
            raise Refused(message % {"number": unknown[0]}, where=where)
    before = {"play_off": row.play_off, "declined": row.declined}
    row.play_off, row.declined = [], sorted(set(declined))
    row.save(update_fields=["play_off", "declined"])  # without an order, the cut says who is tied
    if play_off:
        _refuse_other_order(event, row, play_off)
        row.play_off = play_off
        row.save(update_fields=["play_off"])
    after = {"play_off": row.play_off, "declined": row.declined}
    return Done({"stage": stage}, f"stage:{stage}", before, after, (PUBLIC, LIVE), changed=before != after)


def _refuse_other_order(event: Event, stage: Stage, play_off: Sequence[int]) -> None:
    """Refuse an order of a play-off that is not one of those who are tied at the cut of the undecided stage."""
    standings = Standings(event, view_of(event, live=True))
    if stage.method == Stage.Method.KNOCKOUT:
        tied = team_cut(standings, stage).line
    else:
        tied = cut_before(standings, stage).cut.line
    if not tied:
        raise Refused(_("Nobody is tied at this cut."), where="play_off")
    if sorted(play_off) != sorted(tied):
        numbers = listed(map(str, sorted(tied)))
        raise Refused(
            _("Type the number of each who is tied once: %(numbers)s.") % {"numbers": numbers}, where="play_off"
        )
