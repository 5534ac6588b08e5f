"""The record of one player: rank, points and tables, session by session."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.sheets import Sheet
from scoring.standings.rules.standings import PlayerStanding, ResultRow
from scoring.standings.selectors.rank_history import moved
from scoring.standings.selectors.standings import NamedEntry, Standings
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting


@dataclass(frozen=True, slots=True)
class Seated:
    """A person at a table, with starting seat, first hand (0: the seat's holder) and result.

    ``entry``: None for a person who is not entered. ``result``: None if there is none or it is not credited.
    """

    seat: str
    from_hand: int
    name: str
    entry: NamedEntry | None
    result: ResultRow | None


@dataclass(slots=True)
class SessionRecord:
    """A session of a player: table (None: not seated), result (None: not counted), sums and rank after it.

    ``table_points`` (twelfths) and ``competition_points``: the earned sums so far. ``others``: the other people of the
    table. ``forfeited``: the seat's holder got 0. ``open``: the sheet is not signed.
    """

    number: int
    table: int | None = None
    seat: str = ""
    from_hand: int = 0
    forfeited: bool = False
    open: bool = False
    tablemates: list[Seated] = field(default_factory=list)
    result: ResultRow | None = None
    table_points: int = 0
    competition_points: int = 0
    rank: int | None = None

    @property
    def followed_by(self) -> Seated | None:
        """The person who took over the player's seat."""
        same_seat = (person for person in self.tablemates if person.seat == self.seat)
        return next((person for person in same_seat if person.from_hand > self.from_hand), None)

    @property
    def opponents(self) -> list[Seated]:
        """The people on the three other seats."""
        return [person for person in self.tablemates if person.seat != self.seat]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """The data of a player's page; ``standing``: None for fillers and for reserves who did not play."""

    entry: NamedEntry
    standing: PlayerStanding | None
    moved: int | None
    ranked: int
    sessions: list[SessionRecord]

    @property
    def carried(self) -> bool:
        """Whether earlier stages do not count in full, so that earned sums and ranking points differ."""
        if self.standing is None:
            return False
        earned = sum(row.table_points for row in self.standing.results)
        return self.standing.table_points * 12 != earned or len(self.standing.sessions) < len(self.standing.results)


def player_record(standings: Standings, number: int, ranks: tuple[int | None, ...]) -> PlayerRecord | None:
    """Return the record of entry ``number`` in the view of ``standings``, or None.

    ``ranks``: the player's ranks after each session (``rank_history``). It adds one query to those of the standings.
    """
    entry = standings.names.get(number)
    if entry is None:
        return None
    lines = standings.individual()
    standing = next((line for line in lines if line.number == number), None)
    return PlayerRecord(
        entry=entry,
        standing=standing,
        moved=moved(ranks),
        ranked=sum(line.rank is not None for line in lines),
        sessions=_sessions(standings, number, standing, ranks),
    )


def _sessions(
    standings: Standings, number: int, standing: PlayerStanding | None, ranks: tuple[int | None, ...]
) -> list[SessionRecord]:
    """Return the sessions of the stages that the player reached, and those where the player sits."""
    records = _seated(standings, number)
    for session in _sessions_due(standings, standing):
        records.setdefault(session, SessionRecord(session))
    ordered = sorted(records.values(), key=attrgetter("number"))
    results = {row.session: row for row in standing.results} if standing else {}
    table_points = competition_points = 0
    for record in ordered:
        record.result = results.get(record.number)
        if record.result:
            table_points += record.result.table_points
            competition_points += record.result.competition_points
        record.table_points, record.competition_points = table_points, competition_points
        record.rank = ranks[record.number - 1] if record.number <= len(ranks) else None
    return ordered


def _sessions_due(standings: Standings, standing: PlayerStanding | None) -> Iterable[int]:
    """Return the numbers of the sessions so far that the player had to play; none for a reserve."""
    if standing is None or standings.names[standing.number].kind == Entry.Kind.RESERVE:
        return ()
    reached = standings.stages[: standing.stage]
    last = min(standings.last, reached[-1].last_session) if reached else standings.last
    return range(1, last + 1)


class _Row(NamedTuple):
    session: int
    table: int
    seat: str
    from_hand: int
    number: int | None
    name: str
    state: str | None
    forfeited: bool


def _seated(standings: Standings, number: int) -> dict[int, SessionRecord]:
    """Return session -> record of the table where the player sits."""
    results = standings.once(("results", None), lambda: {(row.number, row.session): row for row in standings.rows})
    records = {}
    for session, group in groupby(_rows(standings, number), key=attrgetter("session")):
        session_rows = list(group)
        # An exchanged player has rows at two tables: by the chart, and at the last seat.
        last = max((row for row in session_rows if row.number == number), key=attrgetter("from_hand"))
        rows = [row for row in session_rows if row.table == last.table]
        own = next(row for row in rows if row.number == number and row.seat == last.seat)
        records[session] = SessionRecord(
            number=session,
            table=own.table,
            seat=own.seat,
            from_hand=own.from_hand,
            forfeited=own.forfeited and not own.from_hand,
            open=own.state not in Sheet.COUNTED,
            tablemates=[_person(standings, results, row) for row in rows if row.number != number],
        )
    return records


def _person(standings: Standings, results: dict[tuple[int, int], ResultRow], row: _Row) -> Seated:
    entry = standings.names[row.number] if row.number is not None else None
    result = results.get((entry.number, row.session)) if entry else None
    return Seated(row.seat, row.from_hand, entry.name if entry else row.name, entry, result)


def _rows(standings: Standings, number: int) -> list[_Row]:
    event, last_session = standings.event, standings.view.last_session
    own_rows = Sitting.objects.filter(
        entry__event=event, entry__number=number, table__session__number__lte=last_session
    )
    forfeits = Forfeit.objects.current().filter(sheet__table=OuterRef("table"), seat=OuterRef("seat"))
    sittings = Sitting.objects.filter(table__in=own_rows.values("table")).annotate(
        state=Subquery(Sheet.objects.filter(table=OuterRef("table")).values("state")[:1]), forfeited=Exists(forfeits)
    )
    columns = ("table__session__number", "table__number", "seat", "from_hand", "entry__number", "name")
    rows = [_Row(*row) for row in sittings.values_list(*columns, "state", "forfeited")]
    return sorted(rows, key=lambda row: (row.session, "ESWN".index(row.seat), row.from_hand))
