"""Standings from the counted results: live, or only what was released."""

from collections.abc import Callable
from functools import cached_property
from operator import attrgetter
from threading import RLock
from typing import Any, NamedTuple, TypeVar, cast

from django.db.models import Max
from django.db.models.functions import Coalesce

from scoring.sheets.models.results import CountedResult
from scoring.sheets.rules.view import View
from scoring.standings.rules.ranks import EntryStatus, Kind
from scoring.standings.rules.stages import Carry
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
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.events import stages_of
from tournament.people.rules import public_name

T = TypeVar("T")
DISQUALIFIED = Entry.Status.DISQUALIFIED.value


def last_released(event: Event) -> int:
    """The number of the last session released in order; 0 if none is."""
    number = 0
    for session in event.sessions.order_by("number"):
        if session.released_at is None:
            break
        number = session.number
    return number


def last_counted(event: Event) -> int:
    """The number of the last session that has a counted result, provisional ones too; 0 if none has."""
    found = CountedResult.objects.filter(session__event=event).aggregate(last=Max("session__number"))
    return found["last"] or 0


def view_of(event: Event, *, live: bool) -> View:
    """The live view, or that of the public."""
    return View(True, event.planned_sessions) if live else View(False, last_released(event))


class NamedEntry(NamedTuple):
    """An entry as lists show it; team and group by number. ``rank_lost``: ranked nowhere, but not disqualified."""

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
    """The standings of an event in one view, worked out when asked for.

    Reads three queries (entries, results, stages) and the settings; what it gives are lines of ``scoring.rules``.
    """

    def __init__(self, event: Event, view: View) -> None:
        self.event = event
        self.view = view
        self._made: dict[tuple[str, int | None], Any] = {}
        self._making = RLock()

    @cached_property
    def rules(self) -> StandingRules:
        """The settings that ranking reads."""
        chosen = self.event.standings_settings
        return StandingRules(
            last_tie=chosen.last_tie,
            reserve_rank=chosen.reserve_rank,
            team_sessions=chosen.team_sessions,
            team_incomplete=chosen.team_incomplete,
            group_best=chosen.group_best,
        )

    @cached_property
    def rows(self) -> list[ResultRow]:
        """The counted results that the view shows; numbers are put for ids here, where joins would cost more."""
        sessions = dict(self.event.sessions.filter(number__lte=self.view.until).values_list("pk", "number"))
        results = CountedResult.objects.filter(session__in=list(sessions))
        if not self.view.live:
            results = results.filter(provisional=False)
        numbers = {entry.pk: number for number, entry in self.names.items()}
        teams = {pk: number for number, (pk, _name) in self._teams.items()} | {None: 0}
        columns = ("entry_id", "session_id", "table_points", "competition_points", "team_id")
        return [
            ResultRow(numbers[entry], sessions[session], table, competition, teams[team])
            for entry, session, table, competition, team in results.values_list(*columns)
        ]

    @cached_property
    def entrants(self) -> list[Entrant]:
        """Everybody entered, for the rules."""
        return [
            Entrant(entry.number, cast(Kind, entry.kind), cast(EntryStatus, entry.status), entry.team, entry.group)
            for entry in self.names.values()
        ]

    @cached_property
    def names(self) -> dict[int, NamedEntry]:
        """Number -> the entry with its names; who refused it stands with initials in what is not live."""
        columns = ("pk", "number", "name", "latin_name", "country", "kind", "status", "team__number", "team__name")
        entries = self.event.entries.annotate(its_group=Coalesce("group__number", "team__group__number"))
        rows = entries.values_list(*columns, "its_group", "rank_lost", "name_consent").order_by("number")
        return {row[1]: self._named(NamedEntry(*row[:-1]), row[-1]) for row in rows}

    def _named(self, entry: NamedEntry, consent: bool | None) -> NamedEntry:
        if entry.rank_lost:
            # Who lost the rank may play on, and counts like somebody disqualified (3.11.5).
            entry = entry._replace(status=DISQUALIFIED, rank_lost=entry.status != DISQUALIFIED)
        if consent is not False or self.view.live:
            return entry
        latin = public_name(entry.latin_name, consent)
        return entry._replace(name=public_name(entry.name, consent), latin_name=latin)

    @cached_property
    def stages(self) -> list[Stage]:
        """The event's stages; nothing is asked where the event was read with the word that it has none."""
        if not getattr(self.event, "staged", True):
            return []
        found = []
        for stage in stages_of(self.event):
            players = frozenset(chosen.entry.number for chosen in stage.stage_entries.all())
            found.append(Stage(stage.first_session, stage.last_session, cast(Carry, stage.carry), players or None))
        return found

    @cached_property
    def last(self) -> int:
        """The last session that has a result; 0 if none has."""
        return max(map(attrgetter("session"), self.rows), default=0)

    def individual(self, until: int | None = None) -> list[PlayerStanding]:
        """The individual standings, or those after session ``until``."""
        return self.once(
            ("individual", until), lambda: individuals(self.entrants, self.rows, self.rules, self.stages, until)
        )

    def teams(self, until: int | None = None) -> list[UnitStanding]:
        """The team standings, or those after session ``until``."""
        return self.once(("teams", until), lambda: teams(self.team_names, self.entrants, self.rows, self.rules, until))

    def groups(self, until: int | None = None) -> list[UnitStanding]:
        """The group standings, or those after session ``until``."""
        return self.once(
            ("groups", until), lambda: groups(self.group_names, self.entrants, self.rows, self.rules, until)
        )

    def once(self, what: tuple[str, int | None], work_out: Callable[[], T]) -> T:
        """What is worked out of these standings, kept with them under its name: a hall's phones all read the same.

        One thread works it out while the others that ask for it wait: after a release eight of them do at once.
        """
        if what not in self._made:
            with self._making:
                if what not in self._made:
                    self._made[what] = work_out()
        made: T = self._made[what]
        return made

    @cached_property
    def team_names(self) -> dict[int, str]:
        """Number -> name of every team."""
        return {number: name for number, (_pk, name) in self._teams.items()}

    @cached_property
    def _teams(self) -> dict[int, tuple[int, str]]:
        return {number: (pk, name) for number, pk, name in self.event.teams.values_list("number", "pk", "name")}

    @cached_property
    def group_names(self) -> dict[int, str]:
        """Number -> name of every group."""
        return dict(self.event.groups.values_list("number", "name"))

    def movement(self, lines: list[Any], before: list[Any]) -> dict[int, int | None]:
        """Number -> places gained against the session before."""
        return movement(before, lines)
