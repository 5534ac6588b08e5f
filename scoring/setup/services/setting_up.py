"""Setting an event up: making it from a template, changing what it is and how it is played."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Call, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.settings.models import SETTINGS_GROUPS
from scoring.settings.rules import limits_of
from scoring.settings.selectors import plain_value, settings_of
from scoring.setup.selectors.templates import TEMPLATES
from scoring.setup.services.creating import make_event
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from scoring.sheets.services.facts.counting import recount
from tournament.access.selectors.roles import HOUSE
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.services.closed import refuse_if_closed
from tournament.keeping.services import renew_days
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_row

#: What changes how sheets are counted: then every sheet of the event is counted anew.
COUNTING = {("scoring", "ties"), ("scoring", "leaver_result")}
#: The groups of settings that stand once the event is closed.
RESULTS = {"scoring", "standings"}
#: The columns of the event that do.
CLASSED = {"scope", "rules"}


class EventChanges(TypedDict, total=False):
    """What can be changed of an event itself; what is left out stays. Its id and its sessions are not among it."""

    name: str
    country: str
    place: str
    starts: date | None
    ends: date | None
    rules: str
    scope: str
    sanction_body: str
    sanction_number: str
    web_site: str


@action("event.create", summary=_("Make an event from a template"), roles=[HOUSE], subject="none")
def create_event(
    call: Call,
    subject: None,
    *,
    template: str,
    name: str,
    slug: str,
    starts: date | None = None,
    country: str = "",
    place: str = "",
) -> Done:
    """Write a new event with the sessions of ``template``; with a first day they have its times.

    The account becomes the organizer. The answer holds the id.
    """
    lock_people(call)
    chosen = TEMPLATES.get(template)
    if chosen is None:
        raise Refused(_("There is no such template."), where="template")
    if Event.objects.filter(slug=slug).exists():
        raise Refused(_("There is an event with this id already: choose another one."), where="slug")
    columns: dict[str, Any] = {"slug": slug, "name": name, "country": country, "place": place, "scope": chosen.scope}
    columns |= {"starts": starts, "ends": starts and chosen.ends(starts), "planned_sessions": chosen.sessions}
    event = _made(call, {group: dict(values) for group, values in chosen.settings.items()}, columns)
    times = chosen.starts(starts) if starts else [None] * chosen.sessions
    Session.objects.bulk_create(
        Session(event=event, number=number, starts=time) for number, time in enumerate(times, start=1)
    )
    after: dict[str, Any] = {"template": template, "sessions": chosen.sessions}
    if call.actor.account is not None:
        after["organizer"] = call.actor.ref
    return Done({"event": slug}, f"event:{slug}", after=after, raises=(LIVE, PUBLIC), head=event.head)


def _made(call: Call, settings: dict[str, dict[str, Any]], columns: dict[str, Any]) -> Event:
    check_row(call, Event(**columns), exclude=("head",))
    try:
        return make_event(call, settings, **columns)
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
    call: Call, event: Event, *, base: Mapping[str, Any] | None = None, **changes: Unpack[EventChanges]
) -> Done:
    """Change what is given, with a reason once results are public. Raises Refused beside the column that is wrong.

    What an event's class rests on stays once it is closed.

    ``base``: the values that the form showed, plain; what was not changed there stays as it stands by now.
    """
    _ask_reason(call, event)
    given: dict[str, Any] = dict(changes)
    mine, theirs = (
        {column: plain_value(value) for column, value in values.items()}
        for values in (given, {column: getattr(event, column) for column in given})
    )
    wanted = fields_to_write(base or {}, mine, theirs)
    before = {column: old for column in sorted(wanted) if (old := getattr(event, column)) != given[column]}
    if before.keys() & CLASSED:
        refuse_if_closed(call, event)
    for column in before:
        setattr(event, column, given[column])
    if event.starts and event.ends and event.ends < event.starts:
        raise Refused(_("The last day is before the first."), where="ends")
    if event.sanction_number and not event.sanction_body:
        raise Refused(_("Whose number is this? Name the body."), where="sanction_body")
    check_row(call, event)
    event.save(update_fields=list(before))
    if before.keys() & {"starts", "ends"}:
        renew_days(call, event)
    after = {column: getattr(event, column) for column in before}
    was, now = ({column: plain_value(value) for column, value in values.items()} for values in (before, after))
    return Done({"event": event.slug}, _about(event), was, now, (LIVE, PUBLIC), changed=bool(before))


@action(
    "event.change_settings",
    summary=_("Change how an event is played, counted and ranked"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def change_settings(
    call: Call, event: Event, *, values: dict[str, dict[str, Any]], base: Mapping[str, Any] | None = None
) -> Done:
    """Change the settings given by group and name (those of the event file), all of them or none.

    ``base``: the values by name that the form showed, plain. Raises Conflict where another one was set since.

    Once results are public it takes a reason. Where counting changes, all sheets of the event are counted anew in the
    same transaction.
    """
    _ask_reason(call, event)
    groups = settings_of(event)
    before: dict[tuple[str, str], Any] = {}
    after: dict[tuple[str, str], Any] = {}
    for name, chosen in values.items():
        if name not in SETTINGS_GROUPS:
            raise Refused(_("There is no such group of settings."))
        known = {field.name for field in groups[name].setting_fields()}
        if unknown := chosen.keys() - known:
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
        refuse_if_closed(call, event)
    for name in {name for name, _setting in after}:
        check_row(call, groups[name])
        groups[name].save()
    if ("privacy", "keep_months") in after:
        event.privacy_settings.refresh_from_db()
        renew_days(call, event)
    if after.keys() & COUNTING:
        _count_anew(call, event)
    was, now = ({name: plain_value(value) for (_group, name), value in found.items()} for found in (before, after))
    return Done({"event": event.slug}, _about(event), was, now, (LIVE, PUBLIC), changed=bool(after))


def _count_anew(call: Call, event: Event) -> None:
    """Count every sheet anew; what the public then sees otherwise is noted as corrected."""
    sheets = Sheet.objects.filter(table__session__event=event)
    public = sheets.filter(table__session__released_at__isnull=False)
    begin_corrections(call, public)
    recount(call, event, sheets)
    end_corrections(call, public)


def _ask_reason(call: Call, event: Event) -> None:
    if not call.reason and event.sessions.filter(released_at__isnull=False).exists():
        raise Refused(_("Results are public: please give a reason; it is kept with the change."), where="reason")


def _check_value(group: str, setting: str, value: Any) -> None:
    """Refuse a value that the event file does not take: its schema is the one place of such limits."""
    limits = limits_of(group, setting)
    if isinstance(value, int) and not limits.get("minimum", value) <= value <= limits.get("maximum", value):
        bounds = {"least": limits["minimum"], "most": limits["maximum"]}
        raise Refused(_("This is a number from %(least)d to %(most)d.") % bounds, where=setting)
    if isinstance(value, str) and value and "pattern" in limits and not re.search(limits["pattern"], value):
        raise Refused(
            _("This is not written as it must be, such as %(example)s.")
            % {"example": ", ".join(limits.get("examples", ["abc"]))},
            where=setting,
        )


def _check_settings(event: Event, changed: set[str]) -> None:
    """What no column alone can say, of what ``changed``: an imported event's own oddities stop no other change."""
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
            raise Refused(_("Say from when on players register themselves."), where="opens")
        if registration.closes <= registration.opens:
            raise Refused(_("This is not after the opening."), where="closes")
    if not changed & {"electronic_approved_by", "electronic_approved_on"}:
        return
    if scoring.electronic_approved_on and not scoring.electronic_approved_by:
        raise Refused(_("Who approved it?"), where="electronic_approved_by")
    if scoring.electronic_approved_by and not scoring.electronic_approved_on:
        raise Refused(_("On which day was it approved?"), where="electronic_approved_on")


def _about(event: Event) -> str:
    return f"event:{event.slug}"
