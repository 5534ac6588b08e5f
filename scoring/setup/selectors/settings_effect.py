"""Calculate the effect of changed settings on an event with results, before they are saved."""

from copy import copy
from dataclasses import dataclass
from typing import Any

from scoring.settings.selectors import settings_of
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.credited import credits_of
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.standings import Standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


@dataclass(frozen=True)
class SettingsEffect:
    """The counts of sheets with other points, and of players, teams and groups with another rank.

    ``counted``: the number of sheets that count now.
    """

    counted: int
    sheets: int
    players: int
    teams: int
    groups: int


def settings_effect(event: Event, values: dict[str, dict[str, Any]]) -> SettingsEffect:
    """Return the effect of the settings ``values`` (group -> name -> value) on live results; nothing is written."""
    view = View(True, event.planned_sessions)
    now, then = Standings(event, view), Standings(_changed(event, values), view)
    sheets = _recount(then)
    return SettingsEffect(
        counted=CountedResult.objects.filter(session__event=event).values("sheet").distinct().count(),
        sheets=sheets,
        players=_moved(now.individual(), then.individual()),
        teams=_moved(now.teams(), then.teams()),
        groups=_moved(now.groups(), then.groups()),
    )


def _changed(event: Event, values: dict[str, dict[str, Any]]) -> Event:
    """Return a copy of the event with other settings, in memory only."""
    changed = copy(event)
    for name, group in settings_of(event).items():
        other = copy(group)
        for setting, value in values.get(name, {}).items():
            setattr(other, setting, value)
        setattr(changed, f"{name}_settings", other)
    return changed


def _recount(standings: Standings) -> int:
    """Give ``standings`` the results as its event's settings count them; return how many sheets have other points."""
    event = standings.event
    numbers = {entry.pk: number for number, entry in standings.names.items()}
    teams = dict(Entry.objects.filter(event=event).values_list("pk", "team__number"))
    kept: dict[int, set[tuple[int, int, int]]] = {}
    columns = ("sheet_id", "entry_id", "table_points", "competition_points")
    for sheet, *points in CountedResult.objects.filter(session__event=event).values_list(*columns):
        kept.setdefault(sheet, set()).add(tuple(points))
    rows: list[ResultRow] = []
    changed = 0
    for facts in sheet_facts(Sheet.objects.filter(table__session__event=event)):
        credits = credits_of(facts, event.scoring_settings)
        session = facts.sheet.table.session.number
        rows += [
            ResultRow(
                numbers[credit.entry],
                session,
                credit.table_points,
                credit.competition_points,
                teams[credit.holder] or 0,
            )
            for credit in credits
        ]
        points = {(credit.entry, credit.table_points, credit.competition_points) for credit in credits}
        changed += points != kept.get(facts.sheet.pk, set())
    standings.__dict__["rows"] = rows
    return changed


def _moved(now: list[Any], then: list[Any]) -> int:
    ranks = {line.number: line.rank for line in now}
    return sum(ranks.get(line.number) != line.rank for line in then)
