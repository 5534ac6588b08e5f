"""The rules by which an event is played and ranked: its settings as text."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.settings_groups import SettingsGroup
from scoring.game.rules.games import game_of
from scoring.game.rules.mcr.rotation import ROUNDS, wind_of
from scoring.game.rules.seats import SEATS, Seat
from scoring.settings.selectors import applies, settings_of
from scoring.sheets.selectors.hand_names import hand_names
from tournament.events.models.events import Event
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

#: Settings whose empty value has a meaning; in all others, empty means not stated.
EMPTY = {"team_sessions": gettext_lazy("all")}


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting as text; ``default``: the rule text's value, given only where the event departs from it.

    ``against``: the text says otherwise; it is silent if not.
    """

    name: str
    value: str
    article: str
    sentence: str
    default: str
    against: bool


@get_only
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of this event."""
    reader = viewer_context(request, slug)
    groups = settings_of(reader.event)
    chinese = reader.event.rules != Event.Rules.IMJ_0702
    sections = []
    for group in groups.values():
        if group.reads_rules:
            rows = [
                _row_maker(group, chinese)(field) for field in group.setting_fields() if applies(field, reader.event)
            ]
            if rows:
                sections.append((group.title, rows))
    context = {
        "reader": reader,
        "event": reader.event,
        "sections": sections,
        "departures": sum(bool(row.default) for _title, rows in sections for row in rows),
        "against": sum(row.against for _title, rows in sections for row in rows),
        "rotation": rotation(),
        "hand_names": hand_names(reader.event.rules),
        "places": game_of(reader.event.rules).terms.places,
        "chosen": groups,
        "chinese": chinese,
    }
    return render(request, "pocket/rules.html", context)


def rotation() -> list[tuple[Seat, list[Seat]]]:
    """Return starting seat -> the seats in the rounds 1 to 4 (A4)."""
    return [(seat, [wind_of(seat, number) for number in range(1, ROUNDS + 1)]) for seat in SEATS]


def _row_maker(group: SettingsGroup, chinese: bool) -> Any:
    departing = {departure.field.name: departure for departure in group.departures()}

    def row(field: Any) -> SettingRow:
        value = getattr(group, field.name)
        return SettingRow(
            name=capfirst(field.verbose_name),
            value=_value_text(field, value),
            # The articles of most settings are those of MCR.
            article=field.article if chinese or field.article.startswith("IMJ") else "",
            sentence=str(field.help_text),
            default=_value_text(field, field.get_default()) if field.name in departing else "",
            against=field.name in departing and departing[field.name].against,
        )

    return row


def _value_text(field: Any, value: Any) -> str:
    """Return the value of a setting as text; an empty value has a text too."""
    if value in (None, ""):
        return str(EMPTY.get(field.name, _("not stated")))
    if field.choices:
        return str(dict(field.flatchoices)[value])
    return date_format(value) if hasattr(value, "isoformat") else str(value)
