"""Events that many tests begin with: made once a minute, for the others their rows are written into the database."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

from django.db import connection, transaction

from common.actions.models.ledgers import Ledger, new_era
from tests.support.tables import all_tables, filled
from tournament.events.models.events import Event

P = ParamSpec("P")
Rows = dict[str, list[tuple[Any, ...]]]
#: Seconds that the rows serve: what a page says of times is then that of an event made now.
SERVES = 60


@dataclass(frozen=True)
class _Made:
    event: int
    rows: Rows
    at: float

    @property
    def serves(self) -> bool:
        return time.monotonic() < self.at + SERVES


def remembered(make: Callable[P, Event]) -> Callable[P, Event]:
    """Return ``make`` with a memory: in an empty database, the rows of an earlier call with these arguments."""
    kept: dict[str, _Made] = {}

    @wraps(make)
    def again(*args: P.args, **more: P.kwargs) -> Event:
        if filled(all_tables()):
            return make(*args, **more)
        key = repr((args, more))
        if key in kept and kept[key].serves:
            _write(kept[key].rows)
        else:
            for old in [name for name, made in kept.items() if not made.serves]:
                del kept[old]
            event = make(*args, **more)
            kept[key] = _Made(event.pk, _rows(), time.monotonic())
        return Event.objects.select_related("ledger").get(pk=kept[key].event)

    return again


def _rows() -> Rows:
    found = {}
    with connection.cursor() as cursor:
        for table in filled(all_tables()):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = cursor.fetchall()
    return found


@transaction.atomic
def _write(rows: Rows) -> None:
    """Write the rows; caches of this process must not take their versions for those of another test."""
    with connection.cursor() as cursor:
        for table, held in rows.items():
            values = ", ".join(["%s"] * len(held[0]))
            cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({values})", held)
    Ledger.objects.update(era=new_era())
