"""Who sits at the tables of a session, and whether they are checked in for it (3.5.7.1, 3.5.7.2)."""

from collections import defaultdict
from collections.abc import Iterable

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.presence.models.presence import Arrival
from tournament.presence.selectors.presence import arrivals_in, checks_in_each_session


def uses_check_in(event: Event, session: int) -> bool:
    """Return whether check-in is used for the session: somebody is checked in, or players check in for each session."""
    return checks_in_each_session(event) or bool(arrivals_in(event, session))


def at_start(table: Table) -> list[Entry]:
    """Return who plays from hand 1 at the table, East to North: the entries of the chart, or their substitutes."""
    return list(_sitters([table]).get(table.number, []))


def presence_at(table: Table) -> list[tuple[Entry, Arrival | None]]:
    """Return who plays from hand 1 at the table, East to North, with the check-in that counts for the session."""
    here = arrivals_in(table.session.event, table.session.number)
    return [(entry, here.get(entry.pk)) for entry in at_start(table)]


def missing_at_tables(event: Event, session: int) -> dict[int, list[Entry]]:
    """Return number of a table -> who plays there from hand 1 and is not checked in, East to North. Four queries.

    Empty where nobody is checked in for the session: then check-in is not used.
    """
    here = arrivals_in(event, session)
    if not here:
        return {}
    sitters = _sitters(Table.objects.filter(session__event=event, session__number=session))
    missing = {number: [entry for entry in entries if entry.pk not in here] for number, entries in sitters.items()}
    return {number: entries for number, entries in missing.items() if entries}


def _sitters(tables: Iterable[Table]) -> dict[int, list[Entry]]:
    """Return number of a table -> its entries from hand 1, East to North; people who are not entered are left out."""
    numbers = {table.pk: table.number for table in tables}
    rows = Sitting.objects.filter(table__in=numbers, from_hand__lte=1, exchanged=False).select_related("entry__team")
    last = {(row.table_id, row.seat): row.entry for row in rows.order_by("from_hand")}
    sitters: dict[int, list[Entry]] = defaultdict(list)
    for (table, _seat), entry in sorted(last.items(), key=lambda item: "ESWN".index(item[0][1])):
        if entry is not None:
            sitters[numbers[table]].append(entry)
    return dict(sitters)
