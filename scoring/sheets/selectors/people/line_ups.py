"""Who plays the numbers of a team in a session: the line-up, and until when it can be changed."""

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
    """A number of the team in a session: its player, who plays it (None: the player), at which table (None: no seat).

    ``began`` says that the table has begun to play.
    """

    holder: Entry
    by: Entry | None
    table: int | None
    began: bool


@dataclass(frozen=True)
class TeamLineUp:
    """A team in a session. ``against`` says why nothing can be changed any more; empty if something can."""

    team: Team
    session: int
    numbers: list[Number]
    reserves: list[Entry]
    against: str

    def played_by(self, reserve: Entry) -> Number | None:
        """The number that the reserve plays."""
        return next((one for one in self.numbers if one.by == reserve), None)

    def open_numbers(self, reserve: Entry) -> list[Number]:
        """The numbers that the reserve may play: not begun, and nobody else plays them."""
        return [one for one in self.numbers if not one.began and one.by in (None, reserve)]


def teams_with_reserve(event: Event) -> QuerySet[Team]:
    """The teams that have a reserve, by number."""
    reserves = Entry.objects.filter(event=event, kind=Entry.Kind.RESERVE, team__isnull=False)
    return event.teams.filter(pk__in=reserves.values("team")).order_by("number")


def line_ups_of(event: Event, teams: Iterable[Team], sessions: Iterable[int]) -> list[TeamLineUp]:
    """The line-ups of the teams in the sessions, by session and team, in a constant number of queries."""
    teams, sessions = list(teams), list(sessions)
    members: dict[int, list[Entry]] = defaultdict(list)
    entries = event.entries.filter(team__in=teams).prefetch_related("withdrawals").order_by("number")
    for entry in entries:
        members[entry.team_id or 0].append(entry)
    places = _Places(event, sessions)
    return [_line_up(team, members[team.pk], session, places) for session in sessions for team in teams]


class _Places:
    """Where everybody sits in some sessions, and who plays whose number, by session number and entry id."""

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


def _line_up(team: Team, members: list[Entry], session: int, places: _Places) -> TeamLineUp:
    numbers = []
    for holder in members:
        if holder.kind == Entry.Kind.PLAYER and holder.status != Entry.Status.DISQUALIFIED:
            seat = places.table.get((session, holder.pk))
            began = seat is not None and seat.table_id in places.began
            by = places.by.get((session, holder.pk))
            numbers.append(Number(holder, by, seat.table.number if seat else None, began))
    reserves = [one for one in members if one.kind == Entry.Kind.RESERVE and plays_in(one, session)]
    return TeamLineUp(team, session, numbers, reserves, _against(session, numbers, reserves, places))


def _against(session: int, numbers: list[Number], reserves: list[Entry], places: _Places) -> str:
    if session in places.released:
        return _("The results are public.")
    if not reserves:
        return _("No reserve is in the event in this session.")
    if numbers and all(one.began for one in numbers):
        return _("Every table of the team has begun to play.")
    return ""
