"""The papers to carry to the tables before a session, in one file: chart, seat rotation, score sheets, table cards."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.paper import Paper, mm
from scoring.papers.exports.code_cards import draw_table_cards
from scoring.papers.exports.score_sheets.papers import empty_parts, sheets_of
from scoring.papers.exports.score_sheets.sheet import draw_score_sheets
from scoring.papers.exports.seat_rotation import SEAT_ROTATION, draw_seat_rotation
from tournament.papers.exports.kinds import Kind, Of, When, part_of, session_and_table
from tournament.papers.exports.order import SIZES, Order, session_name, start_text
from tournament.papers.exports.session_chart import draw_session_chart, session_charts
from tournament.papers.selectors import Parts, digest, seat_content
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The contents of a pack.
CHART, ROTATION, SHEETS, CARDS = "chart", "rotation", "sheets", "cards"
#: The chart of a session is the part with this table number, which no table has.
NO_TABLE = 0


def session_pack(order: Order) -> bytes:
    """Return the PDF with the sessions' charts, the seat rotation, the score sheets by table, and the table cards.

    ``content["contents"]`` chooses among them; the cards have the codes of ``content["codes"]``.
    """
    contents = order.content["contents"]
    tables_of_parts = sorted(session_and_table(part) for part in order.parts or ())
    charts = [session for session, table in tables_of_parts if table == NO_TABLE and CHART in contents]
    sheets = sheets_of(order, filled=False) if SHEETS in contents else None
    order.total(len(charts) + (len(sheets.sheets) if sheets else 0) + len(order.content["codes"]))
    paper = Paper(_("Session pack"), language=order.language, size=SIZES["A4"])
    for session in charts:
        _chart(paper, order, session)
        order.step()
    if ROTATION in contents and not SEAT_ROTATION.lacks(order.event):
        draw_seat_rotation(paper, order)
    if sheets and sheets.sheets:
        draw_score_sheets(paper, sheets)
    draw_table_cards(paper, order)
    return paper.finished()


def _chart(paper: Paper, order: Order, session: int) -> None:
    head, body = paper.body.top(14 * mm), paper.body.below(16 * mm)
    title, when = head.columns([2, 1])
    for tables in session_charts(body, order, session):
        paper.text(title.top(6 * mm), order.event.name, 9, grey=True)
        paper.text(title.below(6 * mm), session_name(session), 18, bold=True)
        paper.text(when.below(6 * mm), start_text(order.seating.starts.get(session)), 11, align="right")
        draw_session_chart(paper, body, order, tables)
        if order.watermark:
            paper.watermark(order.watermark)
        paper.next_page()


def pack_parts(event: "Event", seating: Seating, address: str) -> Parts:
    """Return the digests of each sheet and of each session's chart."""
    charts = {
        part_of(session, NO_TABLE): digest([seat_content(seating, seat) for seats in tables.values() for seat in seats])
        for session, tables in seating.by_session.items()
    }
    return {**charts, **empty_parts(event, seating, address)}


def is_chart(kind: Kind, part: int) -> bool:
    """Whether a part is the chart of a session, which every choice of tables includes."""
    return kind is SESSION_PACK and session_and_table(part)[1] == NO_TABLE


def holds(part: int, contents: list[str]) -> bool:
    """Whether the chosen contents include a part."""
    return (
        bool({CHART, ROTATION} & set(contents))
        if is_chart(SESSION_PACK, part)
        else bool({SHEETS, CARDS} & set(contents))
    )


def card_tables(parts: list[int], contents: list[str]) -> list[int]:
    """Return the tables that get new cards for these parts."""
    return sorted({session_and_table(part)[1] for part in parts} - {NO_TABLE}) if CARDS in contents else []


SESSION_PACK = Kind(
    "session-pack",
    gettext_lazy("Session pack"),
    gettext_lazy(
        "Everything to carry to the tables before a session: chart, seat rotation, score sheets and cards by table."
    ),
    session_pack,
    of=Of.SHEETS,
    digests=pack_parts,
    address=True,
    bilingual=True,
    when=When.SESSION,
    contents={
        CHART: gettext_lazy("Chart"),
        ROTATION: gettext_lazy("Seat rotation"),
        SHEETS: gettext_lazy("Score sheets"),
        CARDS: gettext_lazy("New table cards, which replace the old ones"),
    },
)
