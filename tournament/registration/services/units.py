"""Teams and groups of an event: create, change, merge, and remove empty ones."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.registration.rules.cells import clean, is_formula
from tournament.registration.selectors.entries import team_values

ORGANIZER = [Role.Name.ORGANIZER]


@action("team.add", summary=_("Create a team"), roles=ORGANIZER, subject="event")
def add_team(context: ActionContext, event: Event, *, name: str, leader: str = "", group: Group | None = None) -> Done:
    """Create a team with the next number; the answer holds the number."""
    team = make_team(context, event, name=name, leader=leader, group=group)
    return Done({"number": team.number}, f"team:{team.number}", after=team_values(team), raises=(LIVE, PUBLIC))


def make_team(
    _context: ActionContext, event: Event, *, name: str, leader: str = "", group: Group | None = None
) -> Team:
    """Save a team with the next number. Raises Refused with the column that is wrong."""
    refuse_if_closed(event)
    team = Team(event=event, number=_next_number(event.teams), name=name, leader=leader, group=group)
    _check_unit(team, event.teams)
    team.save()
    return team


@action("team.change", summary=_("Change a team: name, leader, group"), roles=ORGANIZER, subject="event")
def change_team(
    _context: ActionContext,
    event: Event,
    *,
    team: Team,
    name: str,
    leader: str,
    group: Group | None,
    base: Mapping[str, str] | None = None,
) -> Done:
    """Set name, leader and group of a team of the event.

    ``base`` holds the values that the form showed (``team_values``), to keep concurrent changes of other fields.
    """
    team = _row_of_event(event.teams, team)
    before = team_values(team)
    mine = {"name": name, "leader": leader, "group": group}
    wanted = fields_to_write(base or {}, {**mine, "group": group.name if group else ""}, before)
    if "group" in wanted and group != team.group:
        refuse_if_closed(event)
    for column in wanted:
        setattr(team, column, mine[column])
    _check_unit(team, event.teams)
    team.save()
    after = team_values(team)
    return Done(
        {"number": team.number}, f"team:{team.number}", before, after, raises=(LIVE, PUBLIC), changed=before != after
    )


@action("team.merge", summary=_("Merge a team into another"), roles=ORGANIZER, subject="event")
def merge_team(_context: ActionContext, event: Event, *, team: Team, into: Team) -> Done:
    """Move all entries of ``team`` to the team ``into``, and delete ``team``. Raises Refused for two reserves."""
    refuse_if_closed(event)
    team, into = _row_of_event(event.teams, team), _row_of_event(event.teams, into)
    if team == into:
        raise Refused(_("A team cannot be merged into itself."), where="into")
    members = team.entries.all()
    reserves = Entry.objects.filter(team__in=(team, into), kind=Entry.Kind.RESERVE, status=Entry.Status.ENTERED).count()
    if reserves > 1:
        raise Refused(_("Both teams have a reserve; a team has one. Change one of them first."), where="into")
    before = {"team": team_values(team), "members": [entry.number for entry in members]}
    Entry.every.filter(team=team).update(team=into)
    target = f"team:{team.number}"
    team.delete()
    return Done({"number": into.number}, target, before, {"into": team_values(into)}, raises=(LIVE, PUBLIC))


@action("team.remove", summary=_("Remove an empty team"), roles=ORGANIZER, subject="event")
def remove_team(_context: ActionContext, event: Event, *, team: Team) -> Done:
    """Delete a team without entries; a merged second registration in it loses its team."""
    refuse_if_closed(event)
    team = _row_of_event(event.teams, team)
    if team.entries.exists():
        raise Refused(_("This team is not empty."))
    before, target = team_values(team), f"team:{team.number}"
    Entry.every.filter(team=team).update(team=None)
    team.delete()
    return Done({}, target, before, raises=(LIVE, PUBLIC))


@action("group.add", summary=_("Create a group"), roles=ORGANIZER, subject="event")
def add_group(_context: ActionContext, event: Event, *, name: str) -> Done:
    """Create a group with the next number; the answer holds the number."""
    refuse_if_closed(event)
    group = Group(event=event, number=_next_number(event.groups), name=name)
    _check_unit(group, event.groups)
    group.save()
    return Done({"number": group.number}, f"group:{group.number}", after={"name": group.name}, raises=(LIVE, PUBLIC))


@action("group.change", summary=_("Rename a group"), roles=ORGANIZER, subject="event")
def change_group(_context: ActionContext, event: Event, *, group: Group, name: str) -> Done:
    group = _row_of_event(event.groups, group)
    before = {"name": group.name}
    group.name = name
    _check_unit(group, event.groups)
    group.save()
    after = {"name": group.name}
    return Done(
        {"number": group.number}, f"group:{group.number}", before, after, raises=(LIVE, PUBLIC), changed=before != after
    )


@action("group.remove", summary=_("Remove an empty group"), roles=ORGANIZER, subject="event")
def remove_group(_context: ActionContext, event: Event, *, group: Group) -> Done:
    """Delete a group without teams and players; a merged second registration in it loses its group."""
    refuse_if_closed(event)
    group = _row_of_event(event.groups, group)
    if group.teams.exists() or group.entries.exists():
        raise Refused(_("This group is not empty."))
    before, target = {"name": group.name}, f"group:{group.number}"
    Entry.every.filter(group=group).update(group=None)
    group.delete()
    return Done({}, target, before, raises=(LIVE, PUBLIC))


def _next_number(rows: Any) -> int:
    return (rows.aggregate(highest=Max("number"))["highest"] or 0) + 1


def _row_of_event(rows: Any, row: Any) -> Any:
    """Return the row of the event, read under the event's lock."""
    stored = rows.filter(pk=row.pk).first()
    if stored is None:
        raise Refused(_("This does not belong to this event."))
    return stored


def _check_unit(row: Any, siblings: Any) -> None:
    """Clean the name; raise Refused for an empty or taken name, or one that a spreadsheet would evaluate."""
    row.name = clean(row.name)[0]
    if is_formula(row.name):
        raise Refused(_("A name cannot begin with this character."), where="name")
    if isinstance(row, Team):
        row.leader = clean(row.leader)[0]
        if row.group and row.group.event_id != row.event_id:
            raise Refused(_("This does not belong to this event."), where="group")
    try:
        row.full_clean(exclude=["event"], validate_constraints=False)
    except ValidationError as error:
        where, messages = next(iter(error.message_dict.items()))
        raise Refused(" ".join(messages), where=where) from None
    if siblings.filter(name=row.name).exclude(pk=row.pk).exists():
        raise Refused(_("This name is already used."), where="name")
