"""Change how an event is played, counted and ranked."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.settings.rules import limits_of
from scoring.settings.selectors import plain_value, settings_of
from scoring.setup.services.setting_up import ask_reason, audit_subject, plain_values
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from scoring.sheets.services.facts.counting import recount
from tournament.events.models.events import Event
from tournament.events.services.closed import refuse_if_closed
from tournament.keeping.services import renew_days
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

#: The settings that change how sheets are counted: every sheet of the event is then recounted.
COUNTING = {("scoring", "ties"), ("scoring", "leaver_result")}
#: The groups of settings that cannot change once the event is closed.
RESULTS = {"scoring", "standings"}
#: The terms of play, which are agreed before it (IMJ 7).
TERMS = {"lowest_fans", "highest_fans", "start_mados", "ranking"}


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
    ask_reason(context, event)
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
    old_values = plain_values({name: value for (_group, name), value in before.items()})
    new_values = plain_values({name: value for (_group, name), value in after.items()})
    return Done(
        {"event": event.slug}, audit_subject(event), old_values, new_values, (LIVE, PUBLIC), changed=bool(after)
    )


def _recount_sheets(context: ActionContext, event: Event) -> None:
    """Recount every sheet; changes of released results are recorded as corrections."""
    sheets = Sheet.objects.filter(table__session__event=event)
    public = sheets.filter(table__session__released_at__isnull=False)
    begin_corrections(context, public)
    recount(context, event, sheets)
    end_corrections(context, public)


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
    _check_terms(event, changed)
    registration = event.registration_settings
    if changed & {"opens", "closes"} and registration.closes:
        if not registration.opens:
            raise Refused(_("Enter when self-registration opens."), where="opens")
        if registration.closes <= registration.opens:
            raise Refused(_("This must be after the opening."), where="closes")
    if not changed & {"electronic_approved_by", "electronic_approved_on"}:
        return
    if scoring.electronic_approved_on and not scoring.electronic_approved_by:
        raise Refused(_("Who approved it?"), where="electronic_approved_by")
    if scoring.electronic_approved_by and not scoring.electronic_approved_on:
        raise Refused(_("On which day was it approved?"), where="electronic_approved_on")


def _check_terms(event: Event, changed: set[str]) -> None:
    """Check what an event agrees on before play (IMJ 7), and that a setting fits its game."""
    threes = event.play_settings.incomplete_tables == event.play_settings.IncompleteTables.THREE_PLAYERS
    if "incomplete_tables" in changed and threes and event.rules == Event.Rules.IMJ_0702:
        raise Refused(_("Exactly four play (IMJ 7)."), where="incomplete_tables")
    at_round = event.play_settings.at_time == event.play_settings.AtTime.ROUND
    if "at_time" in changed and at_round and event.rules != Event.Rules.IMJ_0702:
        raise Refused(_("Only the International Mahjong Rules can finish a round."), where="at_time")
    changed_terms = changed & TERMS
    if not changed_terms:
        return
    if event.imj_settings.lowest_fans > event.imj_settings.highest_fans:
        where = "lowest_fans" if "lowest_fans" in changed_terms else "highest_fans"
        raise Refused(_("The fewest fans are not more than the most fans."), where=where)
    if any(
        facts.objects.current().filter(sheet__table__session__event=event).exists() for facts in (Hand, SignedTotal)
    ):
        raise Refused(
            _("Hands are recorded already: these terms are agreed before play (IMJ 7)."), where=min(changed_terms)
        )
