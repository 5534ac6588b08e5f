"""Create an event from a template, and change its data."""

from collections.abc import Mapping
from datetime import date
from typing import Any, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.fouls.models import Foul
from scoring.game.rules.games import game_of
from scoring.settings.selectors import plain_value
from scoring.setup.selectors.templates import TEMPLATES
from scoring.setup.services.creating import make_event
from scoring.setup.services.timetable import keep_hours
from scoring.sheets.models.facts import Adjustment, Hand, RoundSeating, SignedTotal
from tournament.access.selectors.roles import HOUSE
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Session
from tournament.events.rules.time_zones import is_zone
from tournament.events.services.closed import refuse_if_closed
from tournament.keeping.services import renew_days
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_row

#: The columns of the event that cannot change then either.
CLASSED = {"scope", "rules"}


class EventChanges(TypedDict, total=False):
    """The columns of an event that can be changed; omitted ones keep their value. Id and sessions are not included."""

    name: str
    country: str
    venue: str
    time_zone: str
    starts: date | None
    ends: date | None
    rules: str
    scope: str
    sanction_body: str
    sanction_number: str
    web_site: str


@action("event.create", summary=_("Create an event from a template"), roles=[HOUSE], subject="none")
def create_event(
    context: ActionContext,
    _subject: None,
    *,
    template: str,
    name: str,
    slug: str,
    starts: date | None = None,
    country: str = "",
    venue: str = "",
    time_zone: str = "",
    rules: str = Event.Rules.WMO_2014,
) -> Done:
    """Create an event with the sessions of ``template``; with a first day, they get the template's times.

    ``time_zone``: a name such as Asia/Shanghai; empty: the machine's. ``rules``: a value of Event.Rules.

    The actor's account becomes the organizer. Refused: an unknown template, a used id, an invalid value. The answer:
    ``event``, the id.
    """
    lock_people(context)
    columns = {"name": name, "slug": slug, "starts": starts, "country": country, "venue": venue, "rules": rules}
    event = event_from_template(context, template, {**columns, "time_zone": time_zone})
    after: dict[str, Any] = {"template": template, "sessions": event.planned_sessions, "rules": rules}
    if context.actor.account is not None:
        after["organizer"] = context.actor.ref
    return Done({"event": slug}, f"event:{slug}", after=after, raises=(LIVE, PUBLIC), ledger=event.ledger)


def event_from_template(context: ActionContext, template: str, columns: Mapping[str, Any]) -> Event:
    """Write an event with the sessions of ``template`` (those of `create_event`); ``columns``: those of Event."""
    chosen = TEMPLATES.get(template)
    if chosen is None:
        raise Refused(_("There is no such template."), where="template")
    if Event.objects.filter(slug=columns["slug"]).exists():
        raise Refused(_("An event with this id already exists. Choose another id."), where="slug")
    starts: date | None = columns.get("starts")
    values = {**columns, "scope": chosen.scope, "ends": starts and chosen.ends(starts)}
    values |= {"planned_sessions": chosen.sessions, "time_zone": _known_zone(columns.get("time_zone", ""))}
    event = _make_event(context, {group: dict(values) for group, values in chosen.settings.items()}, values)
    times = chosen.starts(starts, event.zone) if starts else [None] * chosen.sessions
    Session.objects.bulk_create(
        Session(event=event, number=number, starts=time) for number, time in enumerate(times, start=1)
    )
    return event


def _make_event(context: ActionContext, settings: dict[str, dict[str, Any]], columns: dict[str, Any]) -> Event:
    check_row(Event(**columns), exclude=("ledger",))
    try:
        return make_event(context, settings, **columns)
    except ValidationError as error:
        where, messages = next(iter(error.message_dict.items()))
        raise Refused(" ".join(messages), where=where) from None


@action(
    "event.change",
    summary=_("Change an event's name, place, dates, rules, scope, sanction"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def change_event(
    context: ActionContext, event: Event, *, base: Mapping[str, Any] | None = None, **changes: Unpack[EventChanges]
) -> Done:
    """Change the given columns, with a reason once results are public. Raises Refused at the column that is wrong.

    The columns that decide an event's class cannot change once it is closed. ``base``: the plain values that the form
    showed; unchanged ones keep their current value (optimistic locking).
    """
    ask_reason(context, event)
    _known_zone(changes.get("time_zone", ""))
    zone_before = event.zone
    wanted_values: dict[str, Any] = dict(changes)
    current = {column: getattr(event, column) for column in wanted_values}
    wanted = fields_to_write(base or {}, plain_values(wanted_values), plain_values(current))
    before = {column: current[column] for column in sorted(wanted) if current[column] != wanted_values[column]}
    if before.keys() & CLASSED:
        refuse_if_closed(event)
    for column in before:
        setattr(event, column, wanted_values[column])
    if "rules" in before:
        _refuse_other_game(event, before["rules"])
    if event.starts and event.ends and event.ends < event.starts:
        raise Refused(_("The last day is before the first."), where="ends")
    if event.sanction_number and not event.sanction_body:
        raise Refused(_("Whose number is this? Name the body."), where="sanction_body")
    check_row(event)
    event.save(update_fields=list(before))
    if event.zone != zone_before:
        keep_hours(context, event, zone_before)
    if before.keys() & {"starts", "ends"}:
        renew_days(context, event)
    after = {column: getattr(event, column) for column in before}
    old_values, new_values = plain_values(before), plain_values(after)
    return Done(
        {"event": event.slug}, audit_subject(event), old_values, new_values, (LIVE, PUBLIC), changed=bool(before)
    )


def _refuse_other_game(event: Event, rules: str) -> None:
    """Refuse rules of another game than ``rules`` once a sheet or a foul was written by the old ones."""
    if game_of(event.rules) is game_of(rules):
        return
    written = any(
        kind.objects.filter(sheet__table__session__event=event).exists()
        for kind in (Hand, SignedTotal, Adjustment, RoundSeating)
    )
    if written or Foul.objects.filter(event=event).exists():
        raise Refused(_("Results have already been recorded under the other game. Create a new event."), where="rules")
    threes = PlaySettings.objects.filter(event=event, incomplete_tables=PlaySettings.IncompleteTables.THREE_PLAYERS)
    if event.rules == Event.Rules.IMJ_0702 and threes.exists():
        raise Refused(_("Exactly four play (IMJ 7): choose fillers in the settings of play first."), where="rules")


def _known_zone(name: str) -> str:
    if name and not is_zone(name):
        raise Refused(_("There is no such time zone."), where="time_zone")
    return name


def plain_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain_value(value) for name, value in values.items()}


def ask_reason(context: ActionContext, event: Event) -> None:
    if not context.reason and event.sessions.filter(released_at__isnull=False).exists():
        raise Refused(_("Results are public: please give a reason; it is kept with the change."), where="reason")


def audit_subject(event: Event) -> str:
    return f"event:{event.slug}"
