"""Register by file: store what was read as a preview, and write its changes as one action."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused, Unusual
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.rules.comparing import Line, Verdict
from tournament.registration.rules.headings import FIELDS
from tournament.registration.rules.names import NameOrder
from tournament.registration.selectors.entries import registered
from tournament.registration.selectors.plans import Interpretation, Plan, interpret, plan_of, sheets_of
from tournament.registration.services.checks import NAMES
from tournament.registration.services.persons import person_for, write_person

ORGANIZER = [Role.Name.ORGANIZER]
#: Offset for entries that change numbers, above all real numbers, so that swaps violate no constraint.
ASIDE = 1_000_000


class PlanChanged(Refused):
    """The file or the event has changed since the preview was shown."""

    status = 409


@action("registration.read", summary=_("Read a list of registrations for a preview"), roles=ORGANIZER, subject="event")
def keep_preview(
    context: ActionContext,
    event: Event,
    *,
    file_name: str,
    file_digest: str,
    sheets: list[dict[str, Any]],
    encoding: str = "",
) -> Done:
    """Store the sheets of a file with the interpretation of its headings; the answer holds the preview's id.

    It replaces the account's earlier preview in this event, and changes nothing in the event.
    """
    event.registration_previews.filter(actor_ref=context.actor.ref).delete()
    interpretation = interpret(sheets)
    preview = RegistrationPreview.objects.create(
        event=event,
        actor_ref=context.actor.ref,
        file_name=file_name[:200],
        file_digest=file_digest,
        encoding=encoding,
        sheets=json.dumps(sheets, ensure_ascii=False),
        sheet=interpretation.sheet,
        heading=interpretation.heading,
        mapping=interpretation.mapping,
        guessed=interpretation.guessed,
    )
    after = {"file": file_digest[:16], "rows": len(sheets[interpretation.sheet]["rows"])}
    return Done({"preview": preview.pk}, f"preview:{preview.pk}", after=after, raises=())


@action("registration.map", summary=_("Choose what the columns of a list mean"), roles=ORGANIZER, subject="event")
def map_preview(
    _context: ActionContext,
    event: Event,
    *,
    preview: int,
    sheet: int,
    heading: int | None,
    mapping: dict[str, int] | None,
    fill_down: bool | None,
    name_order: NameOrder = "",
) -> Done:
    """Interpret a preview differently: indexes of sheet and heading row; without ``mapping`` as the headings say."""
    row = preview_of(event, preview)
    sheets = sheets_of(row)
    check_position(sheets, sheet, heading)
    read = interpret(sheets, sheet) if mapping is None else Interpretation(sheet, heading, mapping, guessed=False)
    before = _interpretation_of(row)
    row.from_registry = []
    row.sheet, row.heading, row.guessed, row.fill_down = read.sheet, read.heading, read.guessed, fill_down
    row.name_order = name_order
    row.mapping = {name: column for name, column in read.mapping.items() if name in FIELDS}
    row.save()
    after = _interpretation_of(row)
    target = f"preview:{row.pk}"
    return Done({"preview": row.pk}, target, before, after, raises=(), changed=before != after)


def check_position(sheets: Sequence[dict[str, Any]], sheet: int, heading: int | None) -> None:
    """Raise Refused if the list has no such worksheet, or the worksheet no such heading row (both from 0)."""
    if not 0 <= sheet < len(sheets):
        raise Refused(_("There is no such worksheet."), where="sheet")
    if heading is not None and not 0 <= heading < len(sheets[sheet]["rows"]):
        raise Refused(_("There is no such row."), where="heading")


@action(
    "registration.take_spelling",
    summary=_("Take spelling and numbers of a list from the registry"),
    roles=ORGANIZER,
    subject="event",
)
def take_spelling(_context: ActionContext, event: Event, *, preview: int, rows: Collection[int]) -> Done:
    """Take name, country and number of these rows of a preview (counted from 1) from the registries.

    All other rows stay as the list has them. Nothing is registered yet.
    """
    stored = preview_of(event, preview)
    before = stored.from_registry
    stored.from_registry = sorted(set(rows))
    stored.save(update_fields=["from_registry"])
    target = f"preview:{stored.pk}"
    old, new = {"rows": len(before)}, {"rows": len(stored.from_registry)}
    return Done({"preview": stored.pk}, target, old, new, raises=(), changed=before != stored.from_registry)


@action("registration.import", summary=_("Import a list of registrations"), roles=ORGANIZER, subject="event")
def import_registrations(
    context: ActionContext, event: Event, *, preview: int, seen: str, acknowledged: Collection[str] = ()
) -> Done:
    """Write the new and changed rows of a preview, all or nothing; wrong rows are left out.

    ``seen`` is the version of the plan that was shown (optimistic locking): if the file or the event has changed,
    PlanChanged is raised and nothing is written. Asks "only-family-names". The answer holds the counts.
    """
    refuse_if_closed(event)
    lock_people(context)
    stored = preview_of(event, preview)
    if stored.guessed:
        raise Refused(_("Choose first what the columns mean."))
    plan = plan_of(stored)
    if plan.version != seen:
        raise PlanChanged(_("The file or the event has changed since this preview. Nothing was imported yet."))
    unanswered = {code: text for code, text in questions_of(plan).items() if code not in acknowledged}
    if unanswered:
        raise Unusual(unanswered)
    lines = [line for line in plan.lines if line.verdict in (Verdict.NEW, Verdict.CHANGED)]
    teams = _named_teams(event, lines)
    groups = {group.name: group for group in event.groups.all()}
    _write_changed(context, event, [line for line in lines if line.verdict is Verdict.CHANGED], teams, groups)
    for line in lines:
        if line.verdict is Verdict.NEW:
            _write_new(context, event, line, teams, groups)
    counts = plan.counts | {"left_out": len(plan.skipped)}
    after = {"file": stored.file_digest[:16], **counts}
    return Done(counts, f"event:{event.slug}", after=after, raises=(LIVE, PUBLIC), changed=bool(lines))


def questions_of(plan: Plan) -> dict[str, str]:
    """Return what a person must confirm before the plan is written: code -> question."""
    if not (plan.only_family_names and plan.changes):
        return {}
    question = ngettext(
        "%(count)d player has a family name but no given name.",
        "%(count)d players have a family name but no given name.",
        plan.only_family_names,
    )
    return {"only-family-names": question % {"count": plan.only_family_names}}


def preview_of(event: Event, preview: int) -> RegistrationPreview:
    """Return the event's preview with this id. Raises PlanChanged if the account has read another list since."""
    row = event.registration_previews.filter(pk=preview).first()
    if row is None:
        raise PlanChanged(_("This preview no longer exists; another file has been read."))
    return row


def _interpretation_of(preview: RegistrationPreview) -> dict[str, Any]:
    names = ("sheet", "heading", "fill_down", "name_order", "mapping", "guessed")
    return {name: getattr(preview, name) for name in names}


def _named_teams(event: Event, lines: list[Line]) -> dict[str, Team]:
    """Return the teams by name, after creating missing ones and moving them into the groups that the lines name."""
    groups = {group.name: group for group in event.groups.all()}
    number = event.groups.aggregate(highest=Max("number"))["highest"] or 0
    for name in dict.fromkeys(line.values.get("group", "") for line in lines):
        if name and name not in groups:
            number += 1
            groups[name] = Group.objects.create(event=event, number=number, name=name)
    teams = {team.name: team for team in event.teams.all()}
    number = event.teams.aggregate(highest=Max("number"))["highest"] or 0
    for line in lines:
        name, group = line.values.get("team", ""), groups.get(line.values.get("group", ""))
        if not name:
            continue
        if name not in teams:
            number += 1
            teams[name] = Team.objects.create(event=event, number=number, name=name, group=group)
        elif teams[name].group != group:
            teams[name].group = group
            teams[name].save(update_fields=["group"])
    return teams


def _columns(line: Line, teams: dict[str, Team], groups: dict[str, Group]) -> dict[str, Any]:
    values = line.values
    team = teams.get(values.get("team", ""))
    return {
        **{name: values.get(name, "") for name in NAMES},
        "number": int(values["number"]),
        "kind": values.get("kind") or Entry.Kind.PLAYER,
        "team": team,
        "group": None if team else groups.get(values.get("group", "")),
    }


def _write_new(
    context: ActionContext, event: Event, line: Line, teams: dict[str, Team], groups: dict[str, Group]
) -> None:
    entry = Entry(event=event, **_columns(line, teams, groups))
    entry.person = person_for(context, event, entry, line.values.get("federation_number", ""))
    entry.save()


def _write_changed(
    context: ActionContext, event: Event, lines: list[Line], teams: dict[str, Team], groups: dict[str, Group]
) -> None:
    entries = {entry.number: entry for entry in registered(event)}
    moving = [line for line in lines if "number" in line.changes]
    for line in moving:
        entry = entries[line.number or 0]
        entry.number += ASIDE
        entry.save(update_fields=["number"])
    for line in lines:
        entry = entries[line.number or 0]
        for column, value in _columns(line, teams, groups).items():
            setattr(entry, column, value)
        write_person(context, entry, line.values.get("federation_number", ""))
        entry.save()
