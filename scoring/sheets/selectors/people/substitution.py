"""Substitutions before a session: whether they are possible, and which there are."""

from collections import defaultdict
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table
from tournament.presence.models.presence import Withdrawal


def chart_seat(session: Session, holder: Entry) -> Sitting | None:
    """Return the holder's seat on the chart of the session; None without one."""
    seats = Sitting.objects.filter(table__session=session, entry=holder, from_hand=0)
    return seats.select_related("table", "entry").first()


def seat_from_the_start(session: Session, entry: Entry) -> Sitting | None:
    """Return the seat that the entry has from hand 1 on: by the chart, or as a substitute; None without one."""
    seats = Sitting.objects.filter(table__session=session, entry=entry, from_hand__lte=1, exchanged=False)
    return seats.select_related("table", "entry").order_by("from_hand").first()


def reserve_for(session: Session, holder: Entry) -> str:
    """Return the name of the reserve who plays under the holder's number in the session; empty without one."""
    seat = chart_seat(session, holder)
    if seat is None:
        return ""
    rows = Sitting.objects.filter(table=seat.table_id, seat=seat.seat, from_hand=1, exchanged=False)
    reserve = rows.filter(entry__kind=Entry.Kind.RESERVE).select_related("entry").first()
    return reserve.entry.name if reserve and reserve.entry else ""


def against_substitution(table: Table) -> str:
    """Return why substitutes from hand 1 on are no longer possible at the table; empty if they are."""
    for facts in (Hand, SignedTotal):
        if facts.objects.current().filter(sheet__table=table).exists():
            return _("Table %(number)d has begun to play.") % {"number": table.number}
    return ""


class Substitution(NamedTuple):
    """A holder whose number another person plays from hand 1 on; ``sitting``: that person's row."""

    holder: Entry
    sitting: Sitting


def substitutions(event: Event, session: int) -> list[Substitution]:
    """Return the substitutions from hand 1 on in ``session`` and later ones, by session and table."""
    rows = Sitting.objects.filter(table__session__event=event, table__session__number__gte=session)
    rows = rows.select_related("entry", "table__session").order_by("table__session__number", "table__number", "seat")
    charted = {(row.table_id, row.seat): row.entry for row in rows if not row.from_hand}
    pairs = [(charted.get((row.table_id, row.seat)), row) for row in rows if row.from_hand == 1]
    return [Substitution(holder, row) for holder, row in pairs if holder]


def possible_sitters(table: Table) -> QuerySet[Entry]:
    """Return the people who may take a seat at the table: fillers, reserves of its teams, and its holders."""
    charted = Sitting.objects.filter(table=table, from_hand=0)
    teams = charted.filter(entry__team__isnull=False).values("entry__team")
    reserves = Q(kind=Entry.Kind.RESERVE, team__in=teams)
    may_sit = Q(kind=Entry.Kind.FILLER) | reserves | Q(pk__in=charted.values("entry"))
    return Entry.objects.filter(may_sit, event=table.session.event_id).order_by("kind", "number")


def suspended_seats(table: Table) -> set[str]:
    """Return the seats of a table in play where a suspended player sits."""
    return suspended_at(Table.objects.filter(pk=table.pk)).get(table.pk, set())


def suspended_at(tables: QuerySet[Table]) -> dict[int, set[str]]:
    """Return id of a table in play -> seats of suspended players, which fillers must take (3.11.4).

    One query if no player is suspended.
    """
    out = Withdrawal.objects.filter(entry__sittings__table__in=tables, suspended=True, until_session=None)
    suspended = set(out.values_list("entry", flat=True))
    seats: dict[int, set[str]] = defaultdict(set)
    if not suspended:
        return seats
    for (table, seat), entry in _last_sitters(tables).items():
        if entry in suspended:
            seats[table].add(seat)
    return seats


def _last_sitters(tables: QuerySet[Table]) -> dict[tuple[int, Any], int | None]:
    """Return (table, seat) -> entry of the last sitter, for tables in play with open sheets."""
    playing = Q(table__session__clock__started_at__isnull=False, table__session__clock__ended_at=None)
    rows = Sitting.objects.filter(playing, table__in=tables, table__sheet__state=Sheet.State.OPEN)
    return {(row.table_id, row.seat): row.entry_id for row in rows.order_by("from_hand")}


def table_to_fill(entry: Entry) -> Table | None:
    """Return the table in play where this suspended player sits; None if there is none."""
    rows = Table.objects.filter(sittings__entry=entry, sheet__state=Sheet.State.OPEN).select_related("session")
    in_play = rows.filter(session__clock__started_at__isnull=False, session__clock__ended_at=None).distinct()
    return next((table for table in in_play.order_by("-session__number") if suspended_seats(table)), None)
