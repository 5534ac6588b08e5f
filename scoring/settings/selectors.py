"""An event's settings by group, and their values."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from common.settings_groups import Departure, SettingsGroup
from scoring.game.rules.game import Game
from scoring.game.rules.games import agreed_game, game_of
from scoring.settings.models.groups import SETTINGS_GROUPS
from tournament.events.models.events import Event

#: The settings of MCR only: its table points, its catalogue of fouls, tables of three, hands that are not replayed.
ONLY_MCR = frozenset(
    {
        "ties",
        "leaver_result",
        "last_tie",
        "false_win",
        "repetition",
        "flower_discard",
        "incomplete_tables",
        "aborted_hand",
    }
)
#: The settings on which the events of the International Mahjong Rules agree.
ONLY_IMJ = frozenset({"lowest_fans", "highest_fans", "start_mados", "ranking", "equipment", "attachment_rules"})


@dataclass(frozen=True, slots=True)
class ShownSetting:
    """A setting of an event by which it is played; ``departure``: how it departs from the text (None: it does not)."""

    field: Any
    value: Any
    article: str
    departure: Departure | None


def applies(field: Any, event: Event) -> bool:
    """Whether the game of the event has the setting of this column."""
    return field.name not in (ONLY_MCR if event.rules == Event.Rules.IMJ_0702 else ONLY_IMJ)


def departures(group: SettingsGroup, event: Event) -> list[Departure]:
    """Return the settings of a group in which the event departs from the text of its rules.

    The International Mahjong Rules allow each as an attachment rule (IMJ 3), and are silent about the settings of MCR.
    """
    own_departures = group.departures()
    if event.rules != Event.Rules.IMJ_0702:
        return [departure for departure in own_departures if applies(departure.field, event)]
    return [replace(departure, against=False) for departure in own_departures if article_in(event, departure.field)]


def article_in(event: Event, field: Any) -> str:
    """Return the article of a setting; empty if it is one of the competition rules and the event plays others."""
    article: str = field.article
    return article if event.rules != Event.Rules.IMJ_0702 or article.startswith("IMJ") else ""


def game_of_event(event: Event) -> Game:
    """Return the game of the event on the terms it agreed on; no query for the rule sets that leave no choice."""
    if event.rules != Event.Rules.IMJ_0702:
        return game_of(event.rules)
    return agreed_game(event.rules, event.imj_settings.agreed)


def in_mados(event: Event) -> bool:
    """Whether hands are worth fans, and totals are mados (IMJ 30, 31); else points."""
    return game_of(event.rules).in_mados


def gives_table_points(event: Event) -> bool:
    """Whether the sessions of the event give table points (3.9.2, rulings: IMJ)."""
    return game_of_event(event).gives_table_points


def replays_aborted(event: Event) -> bool:
    """Whether an aborted hand is replayed without a line on the sheet (3.11.6.7); under IMJ each has one (23.10)."""
    play = event.play_settings
    return event.rules != Event.Rules.IMJ_0702 and play.aborted_hand == play.AbortedHand.REPLAYED


def settings_of(event: Event) -> dict[str, SettingsGroup]:
    """Return the settings groups of ``event`` by name, in the order of the event file."""
    return {name: getattr(event, f"{name}_settings") for name in SETTINGS_GROUPS}


def shown_settings(event: Event) -> dict[str, list[ShownSetting]]:
    """Return the settings that interpret the rules by group, as far as the game of the event has them."""
    groups = {name: _shown(group, event) for name, group in settings_of(event).items() if group.reads_rules}
    return {name: rows for name, rows in groups.items() if rows}


def _shown(group: SettingsGroup, event: Event) -> list[ShownSetting]:
    departing = {departure.field.name: departure for departure in departures(group, event)}
    return [
        ShownSetting(field, getattr(group, field.name), article_in(event, field), departing.get(field.name))
        for field in group.setting_fields()
        if applies(field, event)
    ]


def settings_values(event: Event, *, changed_only: bool = False) -> dict[str, dict[str, Any]]:
    """Return settings by group and name as plain values (dates as text).

    ``changed_only``: only those that differ from the default.
    """
    values = {}
    for name, group in settings_of(event).items():
        fields = group.changed_fields() if changed_only else group.setting_fields()
        values[name] = {field.name: plain_value(getattr(group, field.name)) for field in fields}
    return values


def plain_value(value: Any) -> Any:
    """Return a setting's value in the shape of the event file: dates and times (UTC) as text, others unchanged."""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return value.isoformat() if isinstance(value, date) else value
