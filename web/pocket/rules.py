"""How an event is played and ranked: its settings, and in words what they lead to."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.settings_groups import SettingsGroup
from scoring.game.rules.seats import ROUNDS, SEATS, Seat, wind_of
from scoring.game.rules.table_points import PLACES
from scoring.settings.selectors import settings_of
from tournament.events.models.events import Event
from web.live.reading import reading
from web.shared.requests.methods import get_only

#: What it means where a setting is empty; in others nothing is stated, and stating it departs from nothing.
EMPTY = {"team_sessions": gettext_lazy("all")}


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting as people read it; ``default``, the text's own reading, only where the value departs from it."""

    name: str
    value: str
    article: str
    sentence: str
    default: str


@get_only
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How this event is played and ranked."""
    reader = reading(request, slug)
    groups = settings_of(reader.event)
    sections = [
        (group.title, list(map(_row(group), group.setting_fields()))) for group in groups.values() if group.reads_rules
    ]
    context = {
        "reader": reader,
        "event": reader.event,
        "sections": sections,
        "departures": sum(bool(row.default) for _title, rows in sections for row in rows),
        "rotation": rotation(),
        "places": PLACES,
        "chosen": groups,
        "chinese": reader.event.rules != Event.Rules.IMJ_0702,
    }
    return render(request, "pocket/rules.html", context)


def rotation() -> list[tuple[Seat, list[Seat]]]:
    """Starting seat -> the seats in the rounds 1 to 4 (A4)."""
    return [(seat, [wind_of(seat, number) for number in range(1, ROUNDS + 1)]) for seat in SEATS]


def _row(group: SettingsGroup) -> Any:
    departing = {field.name for field in group.departures() if field.get_default() or field.name in EMPTY}

    def row(field: Any) -> SettingRow:
        value = getattr(group, field.name)
        return SettingRow(
            name=capfirst(field.verbose_name),
            value=_shown(field, value),
            article=field.article,
            sentence=str(field.help_text),
            default=_shown(field, field.get_default()) if field.name in departing else "",
        )

    return row


def _shown(field: Any, value: Any) -> str:
    """A setting's value in words; what is empty says so."""
    if value in (None, ""):
        return str(EMPTY.get(field.name, _("not stated")))
    if field.choices:
        return str(dict(field.flatchoices)[value])
    return date_format(value) if hasattr(value, "isoformat") else str(value)
