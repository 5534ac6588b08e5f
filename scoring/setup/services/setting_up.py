"""Create an event from a template, and change its data and settings."""

import re
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
from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.settings.rules import limits_of
from scoring.settings.selectors import plain_value, settings_of
from scoring.setup.selectors.templates import TEMPLATES
from scoring.setup.services.creating import make_event
from scoring.setup.services.timetable import keep_hours
from scoring.sheets.models.facts import Adjustment, Hand, RoundSeating, SignedTotal
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from scoring.sheets.services.facts.counting import recount
from tournament.access.selectors.roles import HOUSE
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.rules.time_zones import is_zone
from tournament.events.services.closed import refuse_if_closed
from tournament.keeping.services import renew_days
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_row

#: The settings that change how sheets are counted: every sheet of the event is then recounted.
COUNTING = {("scoring", "ties"), ("scoring", "leaver_result")}
#: The groups of settings that cannot change once the event is closed.
RESULTS = {"scoring", "standings"}
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
) -> Done:
    """Create an event with the sessions of ``template``; with a first day, they get the template's times.

    ``time_zone``: a name such as Asia/Shanghai; empty: the machine's.

    The actor's account becomes the organizer. Refused: an unknown template, a used id, an invalid value. The answer:
    ``event``, the id.
    """
    lock_people(context)
    chosen = TEMPLATES.get(template)
    if chosen is None:
        raise Refused(_("There is no such template."), where="template")
    if Event.objects.filter(slug=slug).exists():
        raise Refused(_("An event with this id already exists. Choose another id."), where="slug")
    columns: dict[str, Any] = {"slug": slug, "name": name, "country": country, "venue": venue, "scope": chosen.scope}
    columns |= {"starts": starts, "ends": starts and chosen.ends(starts), "planned_sessions": chosen.sessions}
    columns |= {"time_zone": _known_zone(time_zone)}
    event = _make_event(context, {group: dict(values) for group, values in chosen.settings.items()}, columns)
    times = chosen.starts(starts, event.zone) if starts else [None] * chosen.sessions
    Session.objects.bulk_create(
        Session(event=event, number=number, starts=time) for number, time in enumerate(times, start=1)
    )
    after: dict[str, Any] = {"template": template, "sessions": chosen.sessions}
    if context.actor.account is not None:
        after["organizer"] = context.actor.ref
    return Done({"event": slug}, f"event:{slug}", after=after, raises=(LIVE, PUBLIC), ledger=event.ledger)


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
    _ask_reason(context, event)
    _known_zone(changes.get("time_zone", ""))
    zone_before = event.zone
    wanted_values: dict[str, Any] = dict(changes)
    current = {column: getattr(event, column) for column in wanted_values}
    wanted = fields_to_write(base or {}, _plain_values(wanted_values), _plain_values(current))
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
    old_values, new_values = _plain_values(before), _plain_values(after)
    return Done(
        {"event": event.slug}, _audit_subject(event), old_values, new_values, (LIVE, PUBLIC), changed=bool(before)
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
        raise Refused(_("Results are recorded by the other game already. Make a new event."), where="rules")


def _known_zone(name: str) -> str:
    if name and not is_zone(name):
        raise Refused(_("There is no such time zone."), where="time_zone")
    return name


def _plain_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain_value(value) for name, value in values.items()}


@action(
    "event.change_settings",
    summary=_("Change how an event is played, counted and ranked"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def change_settings(
    context: ActionContext, event: Event, *, values: dict[str, dict[str, Any]], base: Mapping[str, Any] | None = None
) -> Done:
    """Change the settings ``values`` (group -> name -> value, as in the event file), all of them or none.

    ``base``: the plain values by name that the form showed. Raises Conflict where another value was set since
    (optimistic locking), Refused for an unknown name or an invalid value. Once results are public, a reason is needed.
    If counting changes, all sheets of the event are recounted in the same transaction.
    """
    _ask_reason(context, event)
    groups = settings_of(event)
    before: dict[tuple[str, str], Any] = {}
    after: dict[tuple[str, str], Any] = {}
    for name, chosen in values.items():
        if name not in SETTINGS_GROUPS:
            raise Refused(_("There is no such group of settings."))
        known = {field.name for field in groups[name].setting_fields()}
        unknown = chosen.keys() - known
        if unknown:
            raise Refused(_("There is no such setting."), where=min(unknown))
        for setting, value in chosen.items():
            old = getattr(groups[name], setting)
            fields_to_write(base or {}, {setting: plain_value(value)}, {setting: plain_value(old)})
            if old != value:
                _check_value(name, setting, value)
                before[name, setting], after[name, setting] = old, value
                setattr(groups[name], setting, value)
    _check_settings(event, {setting for _group, setting in after})
    if {group for group, _setting in after} & RESULTS:
        refuse_if_closed(event)
    for name in {name for name, _setting in after}:
        check_row(groups[name])
        groups[name].save()
    if ("privacy", "keep_months") in after:
        event.privacy_settings.refresh_from_db()
        renew_days(context, event)
    if after.keys() & COUNTING:
        _recount_sheets(context, event)
    old_values = _plain_values({name: value for (_group, name), value in before.items()})
    new_values = _plain_values({name: value for (_group, name), value in after.items()})
    return Done(
        {"event": event.slug}, _audit_subject(event), old_values, new_values, (LIVE, PUBLIC), changed=bool(after)
    )


def _recount_sheets(context: ActionContext, event: Event) -> None:
    """Recount every sheet; changes of released results are recorded as corrections."""
    sheets = Sheet.objects.filter(table__session__event=event)
    public = sheets.filter(table__session__released_at__isnull=False)
    begin_corrections(context, public)
    recount(context, event, sheets)
    end_corrections(context, public)


def _ask_reason(context: ActionContext, event: Event) -> None:
    if not context.reason and event.sessions.filter(released_at__isnull=False).exists():
        raise Refused(_("Results are public: please give a reason; it is kept with the change."), where="reason")


def _check_value(group: str, setting: str, value: Any) -> None:
    """Raise Refused for a value outside the limits of the event file's schema, their only source."""
    limits = limits_of(group, setting)
    if isinstance(value, int) and not limits.get("minimum", value) <= value <= limits.get("maximum", value):
        bounds = {"least": limits["minimum"], "most": limits["maximum"]}
        raise Refused(_("Enter a number from %(least)d to %(most)d.") % bounds, where=setting)
    texts = value.values() if isinstance(value, Mapping) else [value]
    typed = [text for text in texts if text and isinstance(text, str)]
    if "pattern" in limits and not all(re.search(limits["pattern"], text) for text in typed):
        raise Refused(
            _("The form is wrong. Write it like this: %(example)s.")
            % {"example": ", ".join(limits.get("examples", ["abc"]))},
            where=setting,
        )


def _check_settings(event: Event, changed: set[str]) -> None:
    """Check rules across the settings in ``changed`` only: an imported event may break others already."""
    play, scoring, standings = event.play_settings, event.scoring_settings, event.standings_settings
    if changed & {"notice_minutes", "session_minutes"} and play.notice_minutes > play.session_minutes:
        raise Refused(_("The notice is given before the session starts."), where="notice_minutes")
    if "team_sessions" in changed and (standings.team_sessions or 0) > event.planned_sessions:
        raise Refused(
            _("The event has %(sessions)d sessions.") % {"sessions": event.planned_sessions}, where="team_sessions"
        )
    registration = event.registration_settings
    if changed & {"opens", "closes"} and registration.closes:
        if not registration.opens:
            raise Refused(_("Enter from when players can register themselves."), where="opens")
        if registration.closes <= registration.opens:
            raise Refused(_("This must be after the opening."), where="closes")
    if not changed & {"electronic_approved_by", "electronic_approved_on"}:
        return
    if scoring.electronic_approved_on and not scoring.electronic_approved_by:
        raise Refused(_("Who approved it?"), where="electronic_approved_by")
    if scoring.electronic_approved_by and not scoring.electronic_approved_on:
        raise Refused(_("On which day was it approved?"), where="electronic_approved_on")


def _audit_subject(event: Event) -> str:
    return f"event:{event.slug}"
