"""``/api/v1/events/EVENT/rules``, ``hall`` and ``class``: how an event is played, where, and what class it has."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.record.selectors.event_classes import EventClass, class_of_event
from ranking.record.selectors.official_results import recorded_of
from scoring.settings.selectors import ShownSetting, plain_value, shown_settings
from tournament.events.selectors.events import hall_of
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import public_viewer_context


class SettingOut(Schema):
    """A setting by which the event is played: its value and default as in an event file, and its article.

    `departs`: the event departs from the text of the rules; `against`: the text says otherwise (false: it is silent).
    """

    group: str
    setting: str
    value: Any
    default: Any
    article: str
    departs: bool
    against: bool


class RulesOut(Schema):
    """The rule set of an event, and the settings that interpret it."""

    event: str
    rules: str
    settings: list[SettingOut]


class TablePositionOut(Schema):
    """The position of a table in the plan of the hall, from 1."""

    number: int
    row: int
    column: int


class HallOut(Schema):
    """The plan of the hall seen from above: rows, columns, the side of East ("top", "right", "bottom", "left")."""

    event: str
    rows: int
    columns: int
    east: str
    tables: list[TablePositionOut]


class ConditionOut(Schema):
    """A condition of a class (empty `letter`: of every class): its subject, the needed and the actual value."""

    letter: str
    article: str
    what: str
    need: int | str
    have: int | str
    met: bool


class DepartureOut(Schema):
    """A setting that departs from the text of the rules; `against`: the text says otherwise (false: it is silent)."""

    group: str
    setting: str
    value: Any
    against: bool


class ClassOut(Schema):
    """The class of an event ("A", "B", "C", or empty), with its conditions and departures from the text of the rules.

    `confirmed`: it is in the record; else it is what the released sessions reach. `reached`: the class by numbers and
    kind, which the event has only if it is `sanctioned`.
    """

    event: str
    confirmed: bool
    letter: str
    reached: str
    sanctioned: bool
    players: int
    sessions: int
    conditions: list[ConditionOut]
    departures: list[DepartureOut]


router = public_router("events")


@router.get(
    "/events/{event}/rules",
    response={200: RulesOut, **Answers},
    summary=gettext_noop("Rules of an event"),
    description=gettext_noop(
        "Return the rule set, and the settings by which the event is played, with their articles and departures."
    ),
)
def rules(request: HttpRequest, event: Text) -> Any:
    """Answer with the settings that interpret the rules."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    groups = shown_settings(reader.event)
    rows = [_setting(group, setting) for group, settings in groups.items() for setting in settings]
    return Status(200, {"event": event, "rules": reader.event.rules, "settings": rows})


@router.get(
    "/events/{event}/hall",
    response={200: HallOut, **Answers},
    summary=gettext_noop("Hall of an event"),
    description=gettext_noop("Return the positions of the tables in the plan of the hall, and the side of East."),
)
def hall(request: HttpRequest, event: Text) -> Any:
    """Answer with the plan of the hall; 404 without one."""
    reader = public_viewer_context(event)
    plan = hall_of(reader.event) if reader else None
    if plan is None:
        return absent("event" if reader is None else "hall")
    figures = {"rows": plan.rows, "columns": plan.columns, "east": plan.east}
    return Status(200, {"event": event, **figures, "tables": list(plan.tables.all())})


@router.get(
    "/events/{event}/class",
    response={200: ClassOut, **Answers},
    summary=gettext_noop("Class of an event"),
    description=gettext_noop(
        "Return the confirmed class, or the one that the released sessions reach, with every condition and the "
        "departures from the text of the rules."
    ),
)
def event_class(request: HttpRequest, event: Text) -> Any:
    """Answer with the class and its reasons."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    recorded = recorded_of(reader.event)
    shown = class_of_event(reader.event, recorded)
    return Status(200, {"event": event, "confirmed": recorded is not None} | _class(shown))


def _setting(group: str, setting: ShownSetting) -> dict[str, Any]:
    return {
        "group": group,
        "setting": setting.field.name,
        "value": plain_value(setting.value),
        "default": plain_value(setting.field.get_default()),
        "article": setting.article,
        "departs": setting.departure is not None,
        "against": setting.departure is not None and setting.departure.against,
    }


def _class(shown: EventClass) -> dict[str, Any]:
    departures = [
        {"against": False, **departure, "value": plain_value(departure["value"])} for departure in shown.departures
    ]
    return {
        "letter": shown.reached if shown.sanctioned else "",
        "reached": shown.reached,
        "sanctioned": shown.sanctioned,
        "players": shown.players,
        "sessions": shown.sessions,
        "conditions": shown.conditions,
        "departures": departures,
    }
