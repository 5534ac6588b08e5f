"""The rules by which an event is played and ranked: its settings as text."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.settings_groups import value_text
from scoring.game.rules.games import game_of
from scoring.game.rules.mcr.rotation import ROUNDS, wind_of
from scoring.game.rules.seats import SEATS, Seat
from scoring.settings.selectors import ShownSetting, settings_of, shown_settings
from scoring.sheets.selectors.hand_names import hand_names
from tournament.events.models.events import Event
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

#: Settings whose empty value has a meaning; in all others, empty means not stated.
EMPTY = {"team_sessions": gettext_lazy("all")}


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting as text.

    ``departs``: the event departs from the text, whose value is ``default``. ``against``: the text says otherwise, if
    False it is silent.
    """

    name: str
    value: str
    article: str
    sentence: str
    departs: bool
    default: str
    against: bool


@get_only
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of this event."""
    reader = viewer_context(request, slug)
    groups = settings_of(reader.event)
    chinese = reader.event.rules != Event.Rules.IMJ_0702
    shown = shown_settings(reader.event)
    sections = [(groups[name].title, [_row(setting) for setting in settings]) for name, settings in shown.items()]
    context = {
        "reader": reader,
        "event": reader.event,
        "sections": sections,
        "departures": sum(row.departs for _title, rows in sections for row in rows),
        "against": sum(row.against for _title, rows in sections for row in rows),
        "rotation": rotation(),
        "hand_names": hand_names(reader.event.rules),
        "places": game_of(reader.event.rules).terms.places,
        "chosen": groups,
        "start_mados": "" if chinese else f"{reader.event.imj_settings.start_mados:,}",
        "chinese": chinese,
    }
    return render(request, "pocket/rules.html", context)


def rotation() -> list[tuple[Seat, list[Seat]]]:
    """Return starting seat -> the seats in the rounds 1 to 4 (A4)."""
    return [(seat, [wind_of(seat, number) for number in range(1, ROUNDS + 1)]) for seat in SEATS]


def _row(setting: ShownSetting) -> SettingRow:
    field, departure = setting.field, setting.departure
    empty = str(EMPTY.get(field.name, ""))
    return SettingRow(
        name=capfirst(str(field.verbose_name)),
        value=value_text(field, setting.value) or empty or _("not stated"),
        article=setting.article,
        sentence=str(field.help_text),
        departs=departure is not None,
        default=value_text(field, field.get_default()) or empty,
        against=departure is not None and departure.against,
    )
