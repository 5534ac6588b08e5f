"""Write seats from a released chart, and remove them; parts of actions in scoring."""

from django.db.models import QuerySet

from common.actions.engine import ActionContext
from tournament.draws.models.draws import Draw
from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.selectors.draws import filler_entries, numbers_of, tables_of
from tournament.events.models.entries import Entry, Lot
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Session
from tournament.events.models.tables import SeatChoices, Sitting, Table
from tournament.presence.models.line_ups import LineUp
from tournament.presence.selectors.line_ups import is_playable

SEATS = SeatChoices.values


def seat_everybody(_context: ActionContext, draw: Draw, first: int = 1) -> list[Table]:
    """Write sessions, tables, sittings and lots of the draw's chart from session ``first`` on.

    Returns the new tables. Numbers above the players are the event's fillers; with tables of three their seats stay
    empty.
    """
    holders = _holders(draw)
    tables: list[Table] = []
    for number, session_tables in enumerate(draw.chart[first - 1 :], start=first):
        session, _made = Session.objects.get_or_create(event=draw.event, number=number)
        table_numbers = range(1, len(session_tables) + 1)
        made = Table.objects.bulk_create(Table(session=session, number=table) for table in table_numbers)
        Sitting.objects.bulk_create(
            Sitting(table=table, seat=seat, entry=holders[lot])
            for table, four in zip(made, session_tables, strict=True)
            for seat, lot in zip(SEATS, four, strict=True)
            if lot in holders
        )
        tables += made
    Lot.objects.filter(entry__event=draw.event).delete()
    Lot.objects.bulk_create(Lot(entry=entry, number=lot) for lot, entry in holders.items())
    return tables


def _holders(draw: Draw) -> dict[int, Entry]:
    """Return number on the chart -> entry; numbers of empty seats are absent."""
    holders = {line.number: line.entry for line in numbers_of(draw) if line.number}
    if draw.event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.FILLERS:
        fillers = filler_entries(draw.event)[: draw.most_fillers]
        holders |= dict(enumerate(fillers, start=draw.players + 1))
    return holders


def clear_tables(_context: ActionContext, draw: Draw, first: int = 1) -> None:
    """Delete the tables of the draw from session ``first`` on, with their sittings and empty sheets."""
    tables_of(draw, first).delete()


def seat_line_ups(_context: ActionContext, draw: Draw | SessionDraw) -> list[LineUp]:
    """Seat the lined-up reserves of sessions that have tables now; return the line-ups that no longer fit.

    A line-up does not fit if its number has no seat in the session, or the reserve left the team or the event.
    """
    waiting = LineUp.objects.filter(session__event=draw.event, session__tables__isnull=False).distinct()
    rows = list(waiting.select_related("session", "holder", "by").prefetch_related("by__withdrawals"))
    charted = Sitting.objects.filter(table__session__event=draw.event, from_hand=0).select_related("table")
    seats = {(seat.table.session_id, seat.entry_id): seat for seat in charted}
    unseated = [row for row in rows if (row.session_id, row.holder_id) not in seats or not is_playable(row)]
    fitting = [(seats[row.session_id, row.holder_id], row.by) for row in rows if row not in unseated]
    Sitting.objects.bulk_create(
        Sitting(table=seat.table, seat=seat.seat, from_hand=1, entry=reserve) for seat, reserve in fitting
    )
    LineUp.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return unseated


def keep_line_ups(context: ActionContext, draw: Draw, first: int = 1) -> None:
    """Store the reserves' sittings from session ``first`` on as line-ups, before the draw's tables are deleted."""
    keep_reserves(context, tables_of(draw, first))


def keep_reserves(_context: ActionContext, tables: QuerySet[Table]) -> None:
    """Store the reserves' sittings at these tables as line-ups, before the tables are deleted."""
    rows = Sitting.objects.filter(table__in=tables).select_related("entry", "table__session")
    holders = {(row.table_id, row.seat): row.entry for row in rows if not row.from_hand}
    line_ups = []
    for row in rows:
        holder = holders.get((row.table_id, row.seat))
        if holder and row.from_hand and row.entry and row.entry.kind == Entry.Kind.RESERVE:
            line_ups.append(LineUp(session=row.table.session, holder=holder, by=row.entry))
    LineUp.objects.bulk_create(line_ups)
