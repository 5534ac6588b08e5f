"""Whether a seat's person may still be exchanged before the session, and who sits there already."""

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
    """The seat that the chart gives the holder's number in the session; None without one."""
    seats = Sitting.objects.filter(table__session=session, entry=holder, from_hand=0)
    return seats.select_related("table", "entry").first()


def against_substitution(table: Table) -> str:
    """Why nobody can be exchanged at the table before hand 1 any more; empty if it can be done."""
    for facts in (Hand, SignedTotal):
        if facts.objects.current().filter(sheet__table=table).exists():
            return _("Table %(number)d has begun to play.") % {"number": table.number}
    return ""


class Substitution(NamedTuple):
    """Whose number is played by another from hand 1, and the row that says by whom and where."""

    holder: Entry
    sitting: Sitting


def substitutions(event: Event, session: int) -> list[Substitution]:
    """Who plays another's number from hand 1 in the sessions from ``session`` on, by session and table."""
    rows = Sitting.objects.filter(table__session__event=event, table__session__number__gte=session)
    rows = rows.select_related("entry", "table__session").order_by("table__session__number", "table__number", "seat")
    charted = {(row.table_id, row.seat): row.entry for row in rows if not row.from_hand}
    found = [(charted.get((row.table_id, row.seat)), row) for row in rows if row.from_hand == 1]
    return [Substitution(holder, row) for holder, row in found if holder]


def possible_sitters(table: Table) -> QuerySet[Entry]:
    """Who may take a seat at the table from a hand on: fillers, reserves of the teams there, and who sits there."""
    here = Sitting.objects.filter(table=table, from_hand=0)
    teams = here.filter(entry__team__isnull=False).values("entry__team")
    may_sit = Q(kind=Entry.Kind.FILLER) | Q(kind=Entry.Kind.RESERVE, team__in=teams) | Q(pk__in=here.values("entry"))
    return Entry.objects.filter(may_sit, event=table.session.event_id).order_by("kind", "number")


def suspended_seats(table: Table) -> set[str]:
    """The seats of a table being played where a suspended player still sits."""
    return suspended_at(Table.objects.filter(pk=table.pk)).get(table.pk, set())


def suspended_at(tables: QuerySet[Table]) -> dict[int, set[str]]:
    """Table (id) being played -> where a suspended player still sits: a filler takes each seat (3.11.4).

    One query while nobody is suspended.
    """
    out = Withdrawal.objects.filter(entry__sittings__table__in=tables, suspended=True, until_session=None)
    suspended = set(out.values_list("entry", flat=True))
    found: dict[int, set[str]] = defaultdict(set)
    for (table, seat), entry in _last_sitters(tables).items() if suspended else ():
        if entry in suspended:
            found[table].add(seat)
    return found


def _last_sitters(tables: QuerySet[Table]) -> dict[tuple[int, Any], int | None]:
    """Who (entry) sits in the end on each seat of those of the tables that are played and whose sheets are open."""
    playing = Q(table__session__clock__started_at__isnull=False, table__session__clock__ended_at=None)
    rows = Sitting.objects.filter(playing, table__in=tables, table__sheet__state=Sheet.State.OPEN)
    return {(row.table_id, row.seat): row.entry_id for row in rows.order_by("from_hand")}


def table_to_fill(entry: Entry) -> Table | None:
    """The table being played where this suspended player still sits; None if there is none."""
    rows = Table.objects.filter(sittings__entry=entry, sheet__state=Sheet.State.OPEN).select_related("session")
    here = rows.filter(session__clock__started_at__isnull=False, session__clock__ended_at=None).distinct()
    return next((table for table in here.order_by("-session__number") if suspended_seats(table)), None)
