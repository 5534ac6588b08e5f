"""Make the next club night from the last one."""

from collections.abc import Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.event_file.services.rehearsals import copy_set_up
from tournament.access.selectors.roles import roles_in
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.keeping.services import renew_days
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.registration.services.entries import enter_person


@action("event.repeat", summary=_("Create the next club night"), roles=[Role.Name.ORGANIZER], subject="event")
def repeat_event(
    context: ActionContext, event: Event, *, name: str, slug: str, starts: date, persons: Sequence[int]
) -> Done:
    """Make an event like this one on another day: settings, hours of sessions, officials, hall, roles without end.

    ``persons`` are entered under their names, in their teams, with their answer about the public name. Each must be
    entered in an event that the actor organizes. The copy has no sanction. Refused at its field: a used id, an unknown
    person, a rehearsal.
    """
    if event.rehearsal:
        raise Refused(_("This is a rehearsal. Make a night from the event itself."))
    lock_people(context)
    if Event.objects.filter(slug=slug).exists():
        raise Refused(_("An event with this id already exists. Choose another id."), where="slug")
    night = _copy(context, event, name, slug, starts)
    known = _known(context, event, persons)
    entered = [enter_person(context, night, entry.person.kept, name_consent=entry.name_consent) for entry in known]
    _keep_teams(event, night, known, entered)
    roles = event.roles.filter(ends_at=None).values_list("account", "name")
    Role.objects.bulk_create(
        [Role(event=night, account_id=account, name=role) for account, role in roles], ignore_conflicts=True
    )
    renew_days(context, night)
    after = {"night": slug, "entries": len(persons)}
    return Done({"event": slug}, f"event:{event.slug}", None, after, raises=(), second_ledger=night.ledger)


def _copy(context: ActionContext, event: Event, name: str, slug: str, starts: date) -> Event:
    length = event.ends - event.starts if event.starts and event.ends else timedelta(0)
    columns = {"name": name, "slug": slug, "starts": starts, "ends": starts + length}
    try:
        night = copy_set_up(context, event, **columns, sanction_body="", sanction_number="")
    except ValidationError as error:
        where, messages = next(iter(error.message_dict.items()))
        raise Refused(" ".join(messages), where=where) from None
    _shift(night, event.starts, starts)
    return night


def _shift(night: Event, before: date | None, starts: date) -> None:
    """Move the sessions to the new day, at the same hours by the clocks of the hall."""
    sessions = list(night.sessions.exclude(starts=None))
    first = before or min((_local(session, night.zone) for session in sessions), default=starts)
    for session in sessions:
        assert session.starts is not None
        hour = session.starts.astimezone(night.zone).replace(tzinfo=None)
        session.starts = (hour + (starts - first)).replace(tzinfo=night.zone)
    Session.objects.bulk_update(sessions, ["starts"])


def _local(session: Session, zone: ZoneInfo) -> date:
    assert session.starts is not None
    return session.starts.astimezone(zone).date()


def _known(context: ActionContext, event: Event, persons: Sequence[int]) -> list[Entry]:
    """Return the newest entry of each person in the event and in the actor's other events, in the given order."""
    entries = Entry.objects.filter(person__in=persons).select_related("person__merged_into", "event", "team")
    events = {entry.event for entry in entries} - {event}
    allowed = {event.pk, *_organized(context.actor.account, events)}
    newest = {entry.person_id: entry for entry in entries.order_by("pk") if entry.event_id in allowed}
    unknown = [person for person in persons if person not in newest]
    if unknown:
        names = Person.objects.filter(pk__in=unknown).count()
        raise Refused(_("%(count)d of these are not in any of your events.") % {"count": names or 1}, where="persons")
    return [newest[person] for person in dict.fromkeys(persons)]


def _keep_teams(event: Event, night: Event, known: Sequence[Entry], entered: Sequence[Entry]) -> None:
    """Put the players into the teams that they have in ``event``, others into those of their entries before."""
    teams: dict[str, Team] = {}
    here = {entry.person_id: entry.team for entry in event.entries.select_related("team")}
    before_and_now = zip(known, entered, strict=True)
    in_teams = [(here.get(before.person_id, before.team), entry) for before, entry in before_and_now]
    players = [(team, entry) for team, entry in in_teams if team]
    for before, entry in sorted(players, key=lambda player: player[0].number):
        if before.name not in teams:
            columns = {"number": len(teams) + 1, "name": before.name, "leader": before.leader}
            teams[before.name] = Team.objects.create(event=night, **columns)
        entry.team = teams[before.name]
    Entry.objects.bulk_update(entered, ["team"])


def _organized(account: Account | None, events: set[Event]) -> set[int]:
    if account is None or account.is_superuser:
        return {event.pk for event in events}
    roles = roles_in(account, events)
    return {event.pk for event in events if Role.Name.ORGANIZER in roles[event.pk]}
