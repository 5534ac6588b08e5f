"""The record of fouls (A6): who, where, what, which penalty, remarks; with empty rows to write on."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.paper import Paper, landscape
from common.paper.lists import Column, Row, rows_of
from common.wording import clauses
from common.workbooks.writing import Heading, Sheet, workbook
from scoring.selectors.foul_words import kind_name, outcome_name, penalty_of, penalty_words
from scoring.selectors.fouls import catalogue_of, fouls_of
from tournament.exports.kinds import Kind
from tournament.exports.order import SIZES, Order, wind
from tournament.selectors.papers import WHOLE, Parts, digest
from tournament.selectors.seating import Seating

if TYPE_CHECKING:
    from scoring.models import Foul
    from tournament.models import Event

#: A form with fewer fouls is filled up to so many rows, for what is written by hand.
LEAST = 18
HIGH = 22.0


def foul_record(order: Order) -> bytes:
    """The record as a PDF or a workbook."""
    rows = [_row(foul, order.facts["kinds"]) for foul in order.facts["fouls"]]
    return _workbook(order, rows) if order.ending == "xlsx" else _pdf(order, rows)


def _headings() -> list[tuple[str, float, float]]:
    """Each column's heading, its share of the page, its width in a workbook."""
    return [
        (_("Player's team"), 1.4, 20),
        (_("Name"), 1.6, 22),
        (_("Number"), 0.6, 8),
        (_("Session, hand, table, seat"), 1.7, 24),
        (_("Nature of the foul"), 2.6, 40),
        (_("Penalty"), 2, 32),
        (_("Remarks"), 2, 36),
    ]


def _row(foul: "Foul", kinds: Any) -> list[str | int]:
    entry = foul.entry
    what = clauses(filter(None, [kind_name(foul, kinds), outcome_name(foul, kinds)]))
    article = f" ({foul.article})" if foul.article else ""
    return [
        entry.team.name if entry and entry.team else "",
        entry.name if entry else foul.name,
        entry.number if entry else "",
        _place(foul),
        what + article,
        penalty_words(penalty_of(foul), paid_to=str(foul.paid_to or "")) if foul.admissible else _("inadmissible"),
        clauses(_remarks(foul)),
    ]


def _place(foul: "Foul") -> str:
    """Session, hand, table and seat, with dashes for what the foul does not have."""
    session = str(foul.session.number) if foul.session else "–"
    if foul.sheet is None:
        return f"{session} / – / – / –"
    return f"{session} / {foul.hand_no or '–'} / {foul.sheet.table.number} / {wind(foul.seat)}"


def _remarks(foul: "Foul") -> list[str]:
    found = [foul.remark, foul.change_reason if not foul.proposed else ""]
    if foul.times and foul.times > 1:
        found.append(_("no. %(times)d of its kind") % {"times": foul.times})
    if foul.tiles:
        found.append(_("to be discarded: %(tiles)s") % {"tiles": foul.tiles})
    found += [f"{one.get_kind_display()}: {one.get_status_display()}" for one in foul.measures.all()]
    if foul.cancelled_at:
        found.append(_("cancelled: %(reason)s") % {"reason": foul.cancel_reason})
    return [text for text in found if text]


def _pdf(order: Order, rows: list[list[str | int]]) -> bytes:
    title = _("Record of fouls")
    paper = Paper(
        f"{order.event.name} · {title}",
        language=order.language,
        size=landscape(SIZES[order.size]),
        furniture=order.furniture(title),
    )
    columns = [Column(heading, share, bold=at == 1) for at, (heading, share, _wide) in enumerate(_headings())]
    empty: list[str | int] = [""] * len(columns)
    lines = [Row(row) for row in [*rows, *[empty] * max(0, LEAST - len(rows))]]
    lines.append(
        Row(section=_("Referee: ____________________   Chief referee: ____________________   Date: __________"))
    )
    rows_of(paper, columns, lines, title=title, height=HIGH)
    return paper.finished()


def _workbook(order: Order, rows: list[list[str | int]]) -> bytes:
    headings = [Heading(heading, wide) for heading, _share, wide in _headings()]
    title = f"{order.event.name} · {_('Record of fouls')}"
    return workbook([Sheet(_("Record of fouls"), headings, rows, title=title, frozen=2)], title=title)


def _facts(event: "Event", language: str) -> dict[str, Any]:
    return {"fouls": list(fouls_of(event).prefetch_related("measures")), "kinds": catalogue_of(event)}


def _parts(event: "Event", seating: Seating, address: str) -> Parts:
    fouls = event.fouls.order_by("number")
    columns = ("number", "effects", "points", "payee", "admissible", "cancelled_at", "remark", "times", "entry__name")
    said = [[str(value) for value in row] for row in fouls.values_list(*columns)]
    return {WHOLE: digest(said)}


FOUL_RECORD = Kind(
    "fouls",
    gettext_lazy("Record of fouls"),
    gettext_lazy("Every foul with player, place, nature, penalty and remarks (A6), and empty rows to write on."),
    foul_record,
    endings=("pdf", "xlsx"),
    digests=_parts,
    facts=_facts,
    seats=False,
)
