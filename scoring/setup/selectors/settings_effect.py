"""What a change of settings would change in an event that has results, worked out before it is saved."""

from copy import copy
from dataclasses import dataclass
from typing import Any

from scoring.settings.selectors import settings_of
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.credited import credits_of
from scoring.sheets.selectors.facts.records import sheet_facts
from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.standings import Standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


@dataclass(frozen=True)
class SettingsEffect:
    """How many sheets would bring other points, and how many players, teams and groups would have another rank.

    ``counted``: how many sheets count now.
    """

    counted: int
    sheets: int
    players: int
    teams: int
    groups: int


def settings_effect(event: Event, values: dict[str, dict[str, Any]]) -> SettingsEffect:
    """The effect on the live state of setting ``values``, by group and name; nothing is written."""
    view = View(True, event.planned_sessions)
    now, then = Standings(event, view), Standings(_changed(event, values), view)
    sheets = _count_anew(then)
    return SettingsEffect(
        counted=CountedResult.objects.filter(session__event=event).values("sheet").distinct().count(),
        sheets=sheets,
        players=_moved(now.individual(), then.individual()),
        teams=_moved(now.teams(), then.teams()),
        groups=_moved(now.groups(), then.groups()),
    )


def _changed(event: Event, values: dict[str, dict[str, Any]]) -> Event:
    """The event with other settings, in memory only."""
    changed = copy(event)
    for name, group in settings_of(event).items():
        other = copy(group)
        for setting, value in values.get(name, {}).items():
            setattr(other, setting, value)
        setattr(changed, f"{name}_settings", other)
    return changed


def _count_anew(standings: Standings) -> int:
    """Let ``standings`` read the results as its event's settings count them; how many sheets bring other points."""
    event = standings.event
    numbers = {entry.pk: number for number, entry in standings.names.items()}
    teams = dict(Entry.objects.filter(event=event).values_list("pk", "team__number"))
    kept: dict[int, set[tuple[int, int, int]]] = {}
    columns = ("sheet_id", "entry_id", "table_points", "competition_points")
    for sheet, *points in CountedResult.objects.filter(session__event=event).values_list(*columns):
        kept.setdefault(sheet, set()).add(tuple(points))
    rows, changed = [], 0
    for facts in sheet_facts(Sheet.objects.filter(table__session__event=event)):
        found = credits_of(facts, event.scoring_settings)
        session = facts.sheet.table.session.number
        rows += [
            ResultRow(numbers[one.entry], session, one.table_points, one.competition_points, teams[one.holder] or 0)
            for one in found
        ]
        points = {(one.entry, one.table_points, one.competition_points) for one in found}
        changed += points != kept.get(facts.sheet.pk, set())
    standings.__dict__["rows"] = rows
    return changed


def _moved(now: list[Any], then: list[Any]) -> int:
    ranks = {line.number: line.rank for line in now}
    return sum(ranks.get(line.number) != line.rank for line in then)
