"""The record of fouls of one table in one session (A6), to take to the table or to print with what is recorded."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.paper import Paper, landscape
from common.paper.lists import rows_of
from common.paper.rows import Row
from scoring.fouls.exports.record import ROW_HEIGHT, record_columns, record_content, record_rows
from tournament.papers.exports.kinds import Kind, Of, When, part_of, session_and_table
from tournament.papers.exports.order import SIZES, Order
from tournament.papers.selectors import Parts, digest
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: A shorter record is filled up with empty rows, for fouls that are written by hand.
MIN_ROWS, MIN_EMPTY = 16, 4
Cells = list[str | int]


def table_records(order: Order) -> bytes:
    """Return a PDF that starts a page for each chosen table."""
    title = _("Record of fouls")
    paper = Paper(
        f"{order.event.name} · {title}",
        language=order.language,
        size=landscape(SIZES[order.size]),
        furniture=order.furniture(title),
    )
    columns = record_columns()
    empty: Cells = [""] * len(columns)
    rows = _rows_by_part(order.content)
    for part in sorted(order.parts or ()):
        of_table = rows[part]
        filled = [*of_table, *[empty] * max(MIN_EMPTY, MIN_ROWS - len(of_table))]
        lines = [Row(row, ruled=True) for row in filled]
        lines.append(
            Row(section=_("Referee: ____________________   Chief referee: ____________________   Date: __________"))
        )
        rows_of(paper, columns, lines, title=_head(part), height=ROW_HEIGHT)
        order.step()
    return paper.finished()


def _head(part: int) -> str:
    """Return the head of the form; the group is filled in by hand, because events have none."""
    session, table = session_and_table(part)
    return _("Record of fouls · Session %(session)d · Group ______ · Table %(table)d") % {
        "session": session, "table": table
    }  # fmt: skip


def _rows_by_part(content: Mapping[str, Any]) -> dict[int, list[Cells]]:
    rows: dict[int, list[Cells]] = defaultdict(list)
    for (session, table, _hand, _order), row in record_rows(content):
        rows[part_of(session, table)].append(row)
    return rows


def _parts(event: "Event", seating: Seating, _address: str) -> Parts:
    rows = _rows_by_part(record_content(event, ""))
    parts = [part_of(session, table) for session, tables in seating.by_session.items() for table in tables]
    return {part: digest([list(map(str, row)) for row in rows[part]]) for part in parts}


TABLE_RECORDS = Kind(
    "table-fouls",
    gettext_lazy("Record of fouls of each table"),
    gettext_lazy("A page for each table of a session (App. 6), with its fouls and empty rows to write on."),
    table_records,
    of=Of.SHEETS,
    digests=_parts,
    content=record_content,
    when=When.SESSION,
)
