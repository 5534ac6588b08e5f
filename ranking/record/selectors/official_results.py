"""The official result of an event: what its class depends on, and what each player earned (A9 4, 5)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.classes import Classification, EventFigures, classify
from scoring.fouls.selectors.fouls import excluded_from_pins
from scoring.settings.selectors import departures, settings_of
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.rules.view import View
from scoring.standings.rules.standings import PlayerStanding, ResultRow
from scoring.standings.selectors.standings import Standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.registration.selectors.entries import group_of

#: The version of this calculation. 1 took a player's group only from the team, so players with their own group in a
#: team without one, or in a team of another group, were frozen without its rank. Raise it when results would change.
CALCULATION = 2
#: The columns of a line that matter for pins; a correction may change all of them.
EARNED = (
    "status", "individual_rank", "team_rank", "group_rank", "table_points", "competition_points", "positive_sessions",
    "sessions",
)  # fmt: skip
FROZEN = ("row", "number", "name", "latin_name", "country", "team", "group", *EARNED)


@dataclass(frozen=True)
class Difference:
    """A line as frozen and as it is now; None where it is missing."""

    before: OfficialResult | None
    after: OfficialResult | None


@dataclass(frozen=True)
class Official:
    """The current official result of an event: players and sessions, the players' lines, the departures."""

    event: Event
    players: int
    sessions: int
    lines: list[OfficialResult]
    departures: list[dict[str, Any]]

    def classification(self, *, sanctioned: bool) -> Classification:
        event = self.event
        return classify(EventFigures(self.players, self.sessions, event.scope, event.rules, sanctioned))


def official_result(event: Event, until: int | None = None) -> Official:
    """Return the official result from the confirmed sheets up to session ``until`` (None: all), as earned.

    Nothing is carried or halved. Players are those who started at least one session, reserves too, without fillers. A
    player who forfeited every session is left out.
    """
    standings = Standings(event, View(live=False, last_session=event.planned_sessions if until is None else until))
    forfeited = forfeited_seats(event)
    entries = {entry.number: entry for entry in event.entries.select_related("person", "team__group", "group")}
    ranks = _unit_ranks(standings)
    lines: list[OfficialResult] = []
    for standing in standings.individual():
        started = [row for row in standing.results if (row.number, row.session) not in forfeited]
        if started:
            lines.append(_line(len(lines) + 1, entries[standing.number], standing, started, ranks))
    sessions = {row.session for row in standings.rows}
    return Official(event, len(lines), len(sessions), lines, departures_of(event))


def departures_of(event: Event) -> list[dict[str, Any]]:
    """Return the settings that depart from the text of the rules, by group and name, with their values.

    ``against``: the text says otherwise; without this key it is silent.
    """
    return [
        {"group": name, "setting": departure.field.name, "value": getattr(group, departure.field.name)}
        | ({"against": True} if departure.against else {})
        for name, group in settings_of(event).items()
        for departure in departures(group, event)
    ]


def digest_of(official: Official) -> str:
    """Return a digest of everything that is frozen of an event; a correction of any of it changes the digest."""
    event = official.event
    event_values = [official.players, official.sessions, event.scope, event.rules, official.departures]
    lines = [[getattr(line, name) for name in FROZEN] for line in official.lines]
    return hashlib.sha256(json.dumps([event_values, lines], ensure_ascii=False, default=str).encode()).hexdigest()


def is_stale(recorded: RecordedEvent) -> bool:
    """Return whether the event's result, kind or settings differ from what was frozen.

    The public version and the calculation show whether anything can differ; only then the result is compared.
    """
    event = recorded.event
    if event is None or (event.ledger.public, CALCULATION) == (recorded.revision, recorded.calculation):
        return False
    return digest_of(official_result(event)) != recorded.digest


def differences(recorded: RecordedEvent, official: Official) -> list[Difference]:
    """Return the lines of a stale event that differ, appeared or disappeared, by number."""
    before = {line.number: line for line in recorded.results.all()}
    after = {line.number: line for line in official.lines}
    changed = []
    for number in sorted({*before, *after}, key=lambda number: number or 0):
        old, new = before.get(number), after.get(number)
        if any(getattr(old, name, None) != getattr(new, name, None) for name in EARNED):
            changed.append(Difference(old, new))
    return changed


def forfeited_seats(event: Event) -> set[tuple[int, int]]:
    """Return number and session of the forfeited seats (3.11.2.1): their holders did not start."""
    seats = set(Forfeit.objects.current().filter(sheet__table__session__event=event).values_list("sheet", "seat"))
    if not seats:
        return set()
    results = CountedResult.objects.filter(sheet__in={sheet for sheet, _seat in seats})
    columns = ("sheet", "seat", "entry__number", "session__number")
    return {
        (number, session) for sheet, seat, number, session in results.values_list(*columns) if (sheet, seat) in seats
    }


@dataclass(frozen=True)
class _Ranks:
    """The ranks of teams and groups, by number, and the ids of the entries that have none (3.11.5)."""

    teams: Mapping[int, int | None]
    groups: Mapping[int, int | None]
    excluded: frozenset[int]


def _unit_ranks(standings: Standings) -> _Ranks:
    return _Ranks(
        {line.number: line.rank for line in standings.teams()},
        {line.number: line.rank for line in standings.groups()},
        excluded_from_pins(standings.event),
    )


def _line(row: int, entry: Entry, standing: PlayerStanding, started: list[ResultRow], ranks: _Ranks) -> OfficialResult:
    own_team = entry.team.number if entry.team else 0
    # A reserve or guest may have played a session for another team, which got the points.
    played_for = {own_team if result.team is None else result.team for result in started}
    team_ranks = [rank for rank in map(ranks.teams.get, played_for) if rank]
    group = group_of(entry)
    points = [result.competition_points for result in standing.results]
    return OfficialResult(
        row=row,
        person=entry.person,
        number=entry.number,
        name=entry.name,
        latin_name=entry.latin_name,
        country=entry.country,
        team=entry.team.name if entry.team else "",
        group=group.name if group else "",
        status=_status(entry, standing, ranks.excluded),
        individual_rank=None if entry.pk in ranks.excluded else standing.rank,
        team_rank=min(team_ranks, default=None),
        group_rank=ranks.groups.get(group.number) if group else None,
        table_points=sum(result.table_points for result in standing.results),
        competition_points=sum(points),
        positive_sessions=sum(point for point in points if point > 0),
        sessions=len(started),
    )


def _status(entry: Entry, standing: PlayerStanding, excluded: frozenset[int]) -> str:
    """Return the status of a line: loss of rank takes the result as disqualification does (3.11.5)."""
    lost = entry.pk in excluded and entry.status != Entry.Status.DISQUALIFIED
    return OfficialResult.Status.RANK_LOST if lost else standing.status


def recorded_of(event: Event) -> RecordedEvent | None:
    """Return the event in the record; None if its class is not confirmed."""
    return RecordedEvent.objects.select_related("body").filter(event=event).first()
