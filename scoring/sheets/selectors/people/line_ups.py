"""The line-ups of teams in sessions, and whether they can still change."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.sheets.models.facts import Hand, SignedTotal
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.models.line_ups import LineUp
from tournament.presence.selectors.presence import plays_in


@dataclass(frozen=True)
class Number:
    """A number of the team in a session; ``by``: the substitute (None: the holder plays), ``table``: None without seat.

    ``began``: the table has begun to play.
    """

    holder: Entry
    by: Entry | None
    table: int | None
    began: bool


@dataclass(frozen=True)
class TeamLineUp:
    """A team in a session; ``against``: why its line-up can no longer change, else empty."""

    team: Team
    session: int
    numbers: list[Number]
    reserves: list[Entry]
    against: str

    def played_by(self, reserve: Entry) -> Number | None:
        """Return the number that the reserve plays, or None."""
        return next((number for number in self.numbers if number.by == reserve), None)

    def open_numbers(self, reserve: Entry) -> list[Number]:
        """Return the numbers that the reserve may play: not begun and without another substitute."""
        return [number for number in self.numbers if not number.began and number.by in (None, reserve)]


def teams_with_reserve(event: Event) -> QuerySet[Team]:
    """Return the teams that have a reserve, by number."""
    reserves = Entry.objects.filter(event=event, kind=Entry.Kind.RESERVE, team__isnull=False)
    return event.teams.filter(pk__in=reserves.values("team")).order_by("number")


def line_ups_of(event: Event, teams: Iterable[Team], sessions: Iterable[int]) -> list[TeamLineUp]:
    """Return the line-ups of the teams by session and team, in a constant number of queries."""
    teams, sessions = list(teams), list(sessions)
    members: dict[int, list[Entry]] = defaultdict(list)
    entries = event.entries.filter(team__in=teams).prefetch_related("withdrawals").order_by("number")
    for entry in entries:
        members[entry.team_id or 0].append(entry)
    seats = _Seats(event, sessions)
    return [_line_up(team, members[team.pk], session, seats) for session in sessions for team in teams]


class _Seats:
    """Charted seats and substitutes in some sessions, by session number and entry id."""

    def __init__(self, event: Event, sessions: list[int]) -> None:
        rows = Sitting.objects.filter(table__session__event=event, table__session__number__in=sessions)
        rows = rows.filter(from_hand__lte=1).select_related("entry", "table__session").order_by("from_hand")
        self.table: dict[tuple[int, int], Sitting] = {}
        self.by: dict[tuple[int, int], Entry] = {}
        charted: dict[tuple[int, str], Entry] = {}
        for row in rows:
            if row.entry is None:
                continue
            if not row.from_hand:
                charted[row.table_id, row.seat] = row.entry
                self.table[row.table.session.number, row.entry.pk] = row
            elif (row.table_id, row.seat) in charted:
                self.by[row.table.session.number, charted[row.table_id, row.seat].pk] = row.entry
        waiting = LineUp.objects.filter(session__event=event, session__number__in=sessions)
        for line_up in waiting.select_related("session", "by"):
            self.by.setdefault((line_up.session.number, line_up.holder_id), line_up.by)
        tables = {row.table_id for row in self.table.values()}
        self.began = {
            table
            for facts in (Hand, SignedTotal)
            for table in facts.objects.current().filter(sheet__table__in=tables).values_list("sheet__table", flat=True)
        }
        self.released = set(
            event.sessions.filter(number__in=sessions, released_at__isnull=False).values_list("number", flat=True)
        )


def _line_up(team: Team, members: list[Entry], session: int, seats: _Seats) -> TeamLineUp:
    numbers = []
    for holder in members:
        if holder.kind == Entry.Kind.PLAYER and holder.status != Entry.Status.DISQUALIFIED:
            seat = seats.table.get((session, holder.pk))
            began = seat is not None and seat.table_id in seats.began
            by = seats.by.get((session, holder.pk))
            numbers.append(Number(holder, by, seat.table.number if seat else None, began))
    reserves = [entry for entry in members if entry.kind == Entry.Kind.RESERVE and plays_in(entry, session)]
    return TeamLineUp(team, session, numbers, reserves, _against(session, numbers, reserves, seats))


def _against(session: int, numbers: list[Number], reserves: list[Entry], seats: _Seats) -> str:
    if session in seats.released:
        return _("The results are public.")
    if not reserves:
        return _("No reserve is available in this session.")
    if numbers and all(number.began for number in numbers):
        return _("Every table of the team has begun to play.")
    return ""
