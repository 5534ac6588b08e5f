"""Make a rehearsal: a copy of an event for practice, which is never published."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.settings.selectors import settings_values
from scoring.setup.services.creating import make_event
from scoring.sheets.selectors.people.substitution import substitutions
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event, Official
from tournament.events.models.halls import HallPlan, HallTable
from tournament.events.models.stages import STAGE_COLUMNS, Session, Stage, StageEntry
from tournament.events.rules.event_ids import proposed_id
from tournament.events.selectors.events import event_ids
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people
from tournament.presence.models.line_ups import LineUp

COLUMNS = (
    "name",
    "country",
    "venue",
    "time_zone",
    "starts",
    "ends",
    "rules",
    "scope",
    "planned_sessions",
    "sanction_body",
    "sanction_number",
    "web_site",
)


@action("event.rehearse", summary=_("Create a rehearsal copy"), roles=[Role.Name.ORGANIZER], subject="event")
def rehearse_event(context: ActionContext, event: Event) -> Done:
    """Copy settings, stages, sessions, officials, hall, entries and line-ups of the event, without draws and results.

    The copy has its own audit chain; it is in no public list, and its sessions are never released. Refused for a
    rehearsal. The answer: ``event``, the id of the copy.
    """
    if event.rehearsal:
        raise Refused(_("This event is itself a rehearsal."))
    lock_people(context)
    slug = proposed_id(f"{event.slug[:50]}-rehearsal", None, event_ids())
    copy = copy_set_up(context, event, slug=slug, rehearsal=True)
    entries = _copy_entries(event, copy)
    _copy_stages(event, copy, entries)
    _copy_line_ups(event, copy, entries)
    return Done({"event": slug}, f"event:{event.slug}", after={"rehearsal": slug}, raises=())


def copy_set_up(context: ActionContext, event: Event, **columns: Any) -> Event:
    """Copy the event with its settings, sessions and their times, officials and hall, without players and stages.

    ``columns`` replace those of the event; ``slug`` is needed. ValidationError for an invalid value.
    """
    kept: dict[str, Any] = {column: getattr(event, column) for column in COLUMNS}
    copy = make_event(context, _settings(event), **kept | columns)
    _copy_rows(event, copy)
    return copy


def _settings(event: Event) -> dict[str, dict[str, Any]]:
    """Return the stored settings by group, without empty ones."""
    return {
        group: {name: value for name, value in values.items() if value not in ("", {})}
        for group, values in settings_values(event).items()
    }


def _copy_entries(event: Event, copy: Event) -> dict[int, Entry]:
    """Copy groups, teams and entries; return the new entries by the ids of the old ones."""
    groups: dict[int | None, Group] = {
        row.pk: Group(event=copy, number=row.number, name=row.name) for row in event.groups.all()
    }
    Group.objects.bulk_create(groups.values())
    teams: dict[int | None, Team] = {
        row.pk: Team(event=copy, number=row.number, name=row.name, group=groups.get(row.group_id))
        for row in event.teams.all()
    }
    Team.objects.bulk_create(teams.values())
    names = ["number", "name", "family_name", "given_name", "latin_name", "country", "kind", "status"]
    names += ["name_consent", "photo_consent"]
    entries = {
        row.pk: Entry(
            event=copy,
            person_id=row.person_id,
            team=teams.get(row.team_id),
            group=groups.get(row.group_id),
            **{name: getattr(row, name) for name in names},
        )
        for row in event.entries.all()
    }
    Entry.objects.bulk_create(entries.values())
    return entries


def _copy_stages(event: Event, copy: Event, entries: dict[int, Entry]) -> None:
    for row in event.stages.prefetch_related("stage_entries"):
        stage = Stage.objects.create(event=copy, **{name: getattr(row, name) for name in STAGE_COLUMNS})
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry=entries[chosen.entry_id])
            for chosen in row.stage_entries.all()
            if chosen.position is None  # who plays by a cut is decided by the results of the rehearsal
        )


def _copy_rows(event: Event, copy: Event) -> None:
    """Copy sessions with their times, officials and the plan of the hall."""
    starts = dict(event.sessions.values_list("number", "starts"))
    Session.objects.bulk_create(
        Session(event=copy, number=number, starts=starts.get(number)) for number in range(1, event.planned_sessions + 1)
    )
    names = ("order", "name", "function", "qualification", "qualification_number", "tables")
    Official.objects.bulk_create(
        Official(event=copy, **{name: getattr(row, name) for name in names}) for row in event.officials.all()
    )
    hall = HallPlan.objects.filter(event=event).first()
    if hall:
        plan = HallPlan.objects.create(event=copy, rows=hall.rows, columns=hall.columns, east=hall.east)
        HallTable.objects.bulk_create(
            HallTable(hall=plan, number=table.number, row=table.row, column=table.column) for table in hall.tables.all()
        )


def _copy_line_ups(event: Event, copy: Event, entries: dict[int, Entry]) -> None:
    """Copy line-ups of reserves (3.5.3), including those that the chart already seats: the copy has no chart."""
    sessions = {session.number: session for session in copy.sessions.all()}
    planned = LineUp.objects.filter(session__event=event).select_related("session", "by")
    rows: list[tuple[int, int, Entry | None]] = [(row.session.number, row.holder_id, row.by) for row in planned]
    for row in substitutions(event, 1):
        rows.append((row.sitting.table.session.number, row.holder.pk, row.sitting.entry))
    LineUp.objects.bulk_create(
        LineUp(session=sessions[number], holder=entries[holder], by=entries[by.pk])
        for number, holder, by in rows
        if by is not None and by.kind == Entry.Kind.RESERVE
    )
