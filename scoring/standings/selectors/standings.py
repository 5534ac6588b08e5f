"""Standings from the counted results: the live ones, or only those of released sessions."""

from collections.abc import Callable
from functools import cached_property
from itertools import takewhile
from operator import attrgetter
from threading import RLock
from typing import Any, NamedTuple, TypeVar, cast

from django.db.models import Max, QuerySet

from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.results import CountedResult
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.corrections import sessions_with_corrections, under_way
from scoring.standings.rules.ranks import EntryStatus, Kind
from scoring.standings.rules.standings import (
    Entrant,
    PlayerStanding,
    ResultRow,
    Stage,
    StandingRules,
    individuals,
    movement,
)
from scoring.standings.rules.unit_standings import UnitStanding, groups, teams
from scoring.standings.selectors.knockouts import knockouts_of, with_knockout_ranks
from scoring.standings.selectors.stages import rules_of, stage_of
from scoring.standings.selectors.teams_that_left import without_teams_that_left
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage as StageRow
from tournament.events.selectors.events import stages_of
from tournament.people.rules import public_name
from tournament.registration.selectors.entries import GROUP_NUMBER

T = TypeVar("T")
DISQUALIFIED = Entry.Status.DISQUALIFIED.value


def last_released(event: Event) -> int:
    """Return the number of the last session before the first unreleased one; 0 if none is released."""
    released = takewhile(attrgetter("released_at"), event.sessions.order_by("number"))
    return max((session.number for session in released), default=0)


def last_counted(event: Event) -> int:
    """Return the number of the last session with a counted result, also a provisional one; 0 without one."""
    sessions = CountedResult.objects.filter(session__event=event).aggregate(last=Max("session__number"))
    return sessions["last"] or 0


def view_of(event: Event, *, live: bool) -> View:
    """Return the live view, or the public one."""
    return View(True, event.planned_sessions) if live else View(False, last_released(event))


class NamedEntry(NamedTuple):
    """An entry for lists, with numbers of team and group. ``rank_lost``: without a rank, but not disqualified."""

    pk: int
    number: int
    name: str
    latin_name: str
    country: str
    kind: str
    status: str
    team: int | None
    team_name: str | None
    group: int | None
    rank_lost: bool


class Standings:
    """The standings of an event in one view, calculated on demand from three queries (entries, results, stages)."""

    def __init__(self, event: Event, view: View) -> None:
        self.event = event
        self.view = view
        self._cache: dict[tuple[str, int | None], Any] = {}
        self._lock = RLock()

    @cached_property
    def rules(self) -> StandingRules:
        return rules_of(self.event)

    @cached_property
    def rows(self) -> list[ResultRow]:
        """The counted results in the view; of a table under correction, the public sees the last released ones."""
        listed = sessions_with_corrections().filter(event=self.event, number__lte=self.view.last_session)
        columns = list(listed.values_list("pk", "number", "correcting"))
        sessions = {pk: number for pk, number, _correcting in columns}
        results = CountedResult.objects.filter(session__in=list(sessions))
        if self.view.live:
            return self._counted(results, sessions)
        results = results.filter(provisional=False)
        if not any(correcting for _pk, _number, correcting in columns):
            return self._counted(results, sessions)
        corrections = list(under_way().filter(sheet__table__session__in=list(sessions)).select_related("sheet__table"))
        sheets = [correction.sheet_id for correction in corrections]
        rows = self._counted(results.exclude(sheet__in=sheets), sessions) + self._released(corrections, sessions)
        # A correction that moves a player to another table leaves two results; the released one, which is last, holds.
        return list({(row.number, row.session): row for row in rows}.values())

    def _counted(self, results: QuerySet[CountedResult], sessions: dict[int, int]) -> list[ResultRow]:
        """Replace ids by numbers here, because joins cost more."""
        numbers = {entry.pk: number for number, entry in self.names.items()}
        teams = {pk: number for number, (pk, _name) in self._teams.items()} | {None: 0}
        columns = ("entry_id", "session_id", "table_points", "competition_points", "team_id")
        return [
            ResultRow(numbers[entry], sessions[session], table, competition, teams[team])
            for entry, session, table, competition, team in results.values_list(*columns)
        ]

    def _released(self, corrections: list[Correction], sessions: dict[int, int]) -> list[ResultRow]:
        """Return the results before the corrections, for the team of the reopened result, else the player's own."""
        sheets = [correction.sheet_id for correction in corrections]
        credited = CountedResult.objects.filter(sheet__in=sheets).values_list("sheet", "entry__number", "team__number")
        teams = {(sheet, number): team for sheet, number, team in credited}
        rows = []
        for correction in corrections:
            for key, (table_points, competition_points) in correction.before.items():
                number = int(key)
                team = teams.get((correction.sheet_id, number), self.names[number].team) or 0
                session = sessions[correction.sheet.table.session_id]
                rows.append(ResultRow(number, session, table_points, competition_points, team))
        return rows

    @cached_property
    def entrants(self) -> list[Entrant]:
        return [
            Entrant(entry.number, cast(Kind, entry.kind), cast(EntryStatus, entry.status), entry.team, entry.group)
            for entry in self.names.values()
        ]

    @cached_property
    def names(self) -> dict[int, NamedEntry]:
        """Number -> the entry; in the public view people without consent have initials for names."""
        columns = ("pk", "number", "name", "latin_name", "country", "kind", "status", "team__number", "team__name")
        entries = self.event.entries.annotate(its_group=GROUP_NUMBER)
        rows = entries.values_list(*columns, "its_group", "rank_lost", "name_consent").order_by("number")
        named = [self._named(NamedEntry(*row[:-1]), row[-1]) for row in rows]
        return {entry.number: entry for entry in without_teams_that_left(self.event, named, self.view.last_session)}

    def _named(self, entry: NamedEntry, consent: bool | None) -> NamedEntry:
        if entry.rank_lost:
            # A player who lost the rank may play on and is ranked like a disqualified one (3.11.5).
            entry = entry._replace(status=DISQUALIFIED, rank_lost=entry.status != DISQUALIFIED)
        if consent is not False or self.view.live:
            return entry
        latin = public_name(entry.latin_name, consent)
        return entry._replace(name=public_name(entry.name, consent), latin_name=latin)

    @cached_property
    def stages(self) -> list[Stage]:
        return [stage_of(stage) for stage in self.stage_rows]

    @cached_property
    def stage_rows(self) -> list[StageRow]:
        """The event's stages as planned; no query if the event is annotated with ``staged`` False."""
        return list(stages_of(self.event)) if getattr(self.event, "staged", True) else []

    @property
    def has_knockout(self) -> bool:
        """Whether a stage is a knock-out of teams."""
        return any(row.method == StageRow.Method.KNOCKOUT for row in self.stage_rows)

    @property
    def has_pools(self) -> bool:
        """Whether a stage is played in pools."""
        return any(row.pools for row in self.stage_rows)

    @cached_property
    def unit_rows(self) -> list[ResultRow]:
        """The results that count for teams and groups: all but those of stages that do not count for them."""
        out = {
            session
            for stage in self.stage_rows
            if not stage.for_units
            for session in range(stage.first_session, stage.last_session + 1)
        }
        return [row for row in self.rows if row.session not in out] if out else self.rows

    @cached_property
    def last(self) -> int:
        """The last session with a result; 0 without one."""
        return max(map(attrgetter("session"), self.rows), default=0)

    def individual(self, last_session: int | None = None) -> list[PlayerStanding]:
        """Return the individual standings, or those after session ``last_session``."""
        return self.once(
            ("individual", last_session),
            lambda: individuals(self.entrants, self.rows, self.rules, self.stages, last_session),
        )

    def teams(self, last_session: int | None = None) -> list[UnitStanding]:
        """Return the team standings, or those after session ``last_session``."""
        return self.once(("teams", last_session), lambda: self._ranked_teams(last_session))

    def _ranked_teams(self, last_session: int | None) -> list[UnitStanding]:
        by_points = teams(self.team_names, self.entrants, self.unit_rows, self.rules, last_session)
        last = self.last if last_session is None else min(last_session, self.last)
        return with_knockout_ranks(by_points, knockouts_of(self, last_session), last)

    def groups(self, last_session: int | None = None) -> list[UnitStanding]:
        """Return the group standings, or those after session ``last_session``."""
        return self.once(
            ("groups", last_session),
            lambda: groups(self.group_names, self.entrants, self.unit_rows, self.rules, last_session),
        )

    def once(self, key: tuple[str, int | None], calculate: Callable[[], T]) -> T:
        """Return a value derived from these standings, calculated once and cached under ``key``.

        Single flight: one thread calculates while the others wait, because all phones of a hall ask after a release.
        """
        if key not in self._cache:
            with self._lock:
                if key not in self._cache:
                    self._cache[key] = calculate()
        value: T = self._cache[key]
        return value

    @cached_property
    def team_names(self) -> dict[int, str]:
        """Number -> name of each team in which somebody is entered, or for which somebody played (3.5.3)."""
        entered = {entry.team for entry in self.names.values()}
        if self._teams.keys() - entered:
            entered |= {row.team for row in self.rows}
        return {number: name for number, (_pk, name) in self._teams.items() if number in entered}

    @cached_property
    def _teams(self) -> dict[int, tuple[int, str]]:
        return {number: (pk, name) for number, pk, name in self.event.teams.values_list("number", "pk", "name")}

    @cached_property
    def group_names(self) -> dict[int, str]:
        """Number -> name of each group."""
        return dict(self.event.groups.values_list("number", "name"))

    def movement(self, lines: list[Any], before: list[Any]) -> dict[int, int | None]:
        """Return number -> places gained since the session before."""
        return movement(before, lines)
