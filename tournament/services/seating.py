"""Writing who sits where from a released chart, and taking it away again; parts of actions in scoring."""

from common.actions import Call
from tournament.models import Draw, Entry, Lot, PlaySettings, Session, Sitting, Table
from tournament.models.tables import SeatChoices
from tournament.selectors.draws import filler_entries, numbers_of, tables_of

SEATS = SeatChoices.values


def seat_everybody(call: Call, draw: Draw) -> list[Table]:
    """Write the sessions, tables, sittings and lots of the draw's chart; the new tables.

    Numbers above the players are the event's fillers; with tables of three their seats stay empty.
    """
    holders = _holders(draw)
    tables: list[Table] = []
    for number, session_tables in enumerate(draw.chart, start=1):
        session, _made = Session.objects.get_or_create(event=draw.event, number=number)
        made = Table.objects.bulk_create(Table(session=session, number=at) for at in range(1, len(session_tables) + 1))
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
    """Number on the chart -> the entry that holds it; numbers of empty seats are absent."""
    holders = {line.number: line.entry for line in numbers_of(draw) if line.number}
    if draw.event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.FILLERS:
        fillers = filler_entries(draw.event)[: draw.fillers]
        holders |= dict(enumerate(fillers, start=draw.players + 1))
    return holders


def clear_tables(call: Call, draw: Draw) -> None:
    """Take away the tables of the draw, with who sits there and their empty sheets; the sessions stay."""
    tables_of(draw).delete()
