"""Who met whom: the sessions in which two players sat at one table."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import combinations

from scoring.standings.selectors.standings import Standings
from tournament.events.models.tables import Sitting

#: (number, other number) -> the sessions in which both have a result of one table, in both orders.
Encounters = dict[tuple[int, int], list[int]]


def encounters(standings: Standings, numbers: Collection[int]) -> Encounters:
    """Return the meetings of the players ``numbers`` with each other, in the view of ``standings``.

    A player who was replaced at a table without a result met nobody there. It takes one query.
    """
    played = {(row.number, row.session) for row in standings.rows}
    met: Encounters = defaultdict(list)
    for session, people in _tables(standings, numbers):
        for pair in combinations(sorted(number for number in people if (number, session) in played), 2):
            met[pair].append(session)
            met[pair[::-1]].append(session)
    return dict(met)


def _tables(standings: Standings, numbers: Collection[int]) -> Iterator[tuple[int, set[int]]]:
    """Yield each table's session and those of the players ``numbers`` who sat there, in the order of the sessions."""
    sittings = Sitting.objects.filter(
        entry__event=standings.event,
        entry__number__in=numbers,
        table__session__number__lte=standings.view.last_session,
    ).order_by("table__session__number", "table__number")
    tables: dict[tuple[int, int], set[int]] = defaultdict(set)
    for session, table, number in sittings.values_list("table__session__number", "table__number", "entry__number"):
        tables[session, table].add(number)
    for (session, _table), people in tables.items():
        yield session, people
