"""One player's event: where he or she stands and why, session by session."""

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
    """Somebody at a table: on which starting seat and from which hand on (0: the seat's holder), and the result.

    ``entry`` is None for a person who is not entered. ``result`` is None where it counts for nobody or is not there.
    """

    seat: str
    from_hand: int
    name: str
    entry: NamedEntry | None
    result: ResultRow | None


@dataclass(slots=True)
class SessionRecord:
    """A session of a player: its table (None: not seated), the result (None: nothing counts), what was reached.

    ``table_points`` (twelfths) and ``competition_points`` are the sums so far, as earned. ``others`` are all other
    people of the table. ``forfeited``: the seat's holder got nothing. ``open``: the sheet is not signed.
    """

    number: int
    table: int | None = None
    seat: str = ""
    from_hand: int = 0
    forfeited: bool = False
    open: bool = False
    others: list[Seated] = field(default_factory=list)
    result: ResultRow | None = None
    table_points: int = 0
    competition_points: int = 0
    rank: int | None = None

    @property
    def followed_by(self) -> Seated | None:
        """Who took over the player's own seat."""
        return next((one for one in self.others if one.seat == self.seat and one.from_hand > self.from_hand), None)

    @property
    def opponents(self) -> list[Seated]:
        """The people on the three other seats."""
        return [one for one in self.others if one.seat != self.seat]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's page: ``standing`` is None for who is in no standings (fillers, reserves who did not play)."""

    entry: NamedEntry
    standing: PlayerStanding | None
    moved: int | None
    ranked: int
    sessions: list[SessionRecord]

    @property
    def carried(self) -> bool:
        """Whether earlier stages count otherwise than as they were earned, so that sums and ranking points differ."""
        if self.standing is None:
            return False
        earned = sum(row.table_points for row in self.standing.results)
        return self.standing.table_points * 12 != earned or len(self.standing.sessions) < len(self.standing.results)


def player_record(standings: Standings, number: int, ranks: tuple[int | None, ...]) -> PlayerRecord | None:
    """The record of the entry ``number`` in the view of ``standings``; None if there is no such entry.

    ``ranks`` are the player's ranks after each session (``rank_history``). One query beside those of the standings.
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
    """The sessions of the stages that the player reached, and those where he or she sits."""
    found = _seated(standings, number)
    for session in _sessions_due(standings, standing):
        found.setdefault(session, SessionRecord(session))
    ordered = sorted(found.values(), key=attrgetter("number"))
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
    """The numbers of the sessions so far that were the player's to play; a reserve's are those of the seats taken."""
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
    """Session -> the table where the player sits, with everybody else there."""
    results = standings.once(("results", None), lambda: {(row.number, row.session): row for row in standings.rows})
    found = {}
    for session, group in groupby(_rows(standings, number), key=attrgetter("session")):
        every = list(group)
        # Whoever was exchanged stands at two tables: on the chart of one, and where he or she sits in the end.
        last = max((row for row in every if row.number == number), key=attrgetter("from_hand"))
        rows = [row for row in every if row.table == last.table]
        mine = next(row for row in rows if row.number == number and row.seat == last.seat)
        found[session] = SessionRecord(
            number=session,
            table=mine.table,
            seat=mine.seat,
            from_hand=mine.from_hand,
            forfeited=mine.forfeited and not mine.from_hand,
            open=mine.state not in Sheet.COUNTED,
            others=[_person(standings, results, row) for row in rows if row.number != number],
        )
    return found


def _person(standings: Standings, results: dict[tuple[int, int], ResultRow], row: _Row) -> Seated:
    entry = standings.names[row.number] if row.number is not None else None
    result = results.get((entry.number, row.session)) if entry else None
    return Seated(row.seat, row.from_hand, entry.name if entry else row.name, entry, result)


def _rows(standings: Standings, number: int) -> list[_Row]:
    event, until = standings.event, standings.view.until
    his = Sitting.objects.filter(entry__event=event, entry__number=number, table__session__number__lte=until)
    forfeits = Forfeit.objects.current().filter(sheet__table=OuterRef("table"), seat=OuterRef("seat"))
    sittings = Sitting.objects.filter(table__in=his.values("table")).annotate(
        state=Subquery(Sheet.objects.filter(table=OuterRef("table")).values("state")[:1]), forfeited=Exists(forfeits)
    )
    columns = ("table__session__number", "table__number", "seat", "from_hand", "entry__number", "name")
    rows = [_Row(*row) for row in sittings.values_list(*columns, "state", "forfeited")]
    return sorted(rows, key=lambda row: (row.session, "ESWN".index(row.seat), row.from_hand))
