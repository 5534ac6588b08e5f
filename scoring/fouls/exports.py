"""The record of fouls (A6): who, where, what, which penalty, remarks; with empty rows to write on.

The officials' list (2.3.4) stands at the foot.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.i18n.wording import clauses
from common.paper import Paper, landscape
from common.paper.lists import Column, Row, rows_of
from scoring.fouls.selectors.fouls import catalogue_of, fouls_of
from scoring.fouls.selectors.labels import kind_name, outcome_name, penalty_of, penalty_words
from scoring.fouls.selectors.other_penalties import OtherPenalty, Places, other_penalties, places_of
from tournament.events.selectors.events import officials_of
from tournament.papers.exports.kinds import Kind
from tournament.papers.exports.officials import official_text
from tournament.papers.exports.order import SIZES, Order, wind
from tournament.papers.selectors import WHOLE, Parts, digest
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from scoring.fouls.models import Foul, Measure
    from tournament.events.models.events import Event

#: A form with fewer fouls is filled up to so many rows, for what is written by hand.
LEAST = 18
HIGH = 22.0


def foul_record(order: Order) -> bytes:
    """The record as a PDF or a workbook."""
    rows = _rows(order.facts)
    return _workbook(order, rows) if order.ending == "xlsx" else _pdf(order, rows)


def _headings() -> list[tuple[str, float, float]]:
    """Each column's heading, its share of the page, its width in a workbook."""
    return [
        (_("Player's team"), 1.6, 34),
        (_("Name"), 1.6, 30),
        (_("Number"), 0.6, 8),
        (_("Session, hand, table, seat"), 1.7, 24),
        (_("Nature of the foul"), 2.6, 40),
        (_("Penalty"), 2, 32),
        (_("Remarks"), 1.8, 36),
    ]


def _rows(facts: Mapping[str, Any]) -> list[list[str | int]]:
    """Every penalty by session, table and hand: those of fouls, and those that were written down without one."""
    kinds, places = facts["kinds"], facts["places"]
    fouls = [(_order_of(foul, places), _row(foul, kinds, places)) for foul in facts["fouls"]]
    others = [((one.session, one.table, one.hand_no, 0), _other(one, kinds)) for one in facts["others"]]
    return [row for _order, row in sorted(fouls + others, key=lambda pair: pair[0])]


def _order_of(foul: "Foul", places: Places) -> tuple[int, int, int, int]:
    """Where a foul stands in the record; those of the whole event come last."""
    session = foul.session.number if foul.session else 10_000
    return session, _table_and_seat(foul, places)[0], foul.hand_no, foul.number


def _other(one: OtherPenalty, kinds: Any) -> list[str | int]:
    entry, nature = one.entry, one.nature(kinds)
    article = f" ({one.article})" if one.article else ""
    return [
        entry.team.name if entry and entry.team else "",
        entry.name if entry else one.name,
        entry.number if entry else "",
        _place(one.session, one.hand_no, one.table, one.seat),
        nature + article,
        penalty_words(one.penalty, paid_to=str(one.paid_to or "")),
        one.reason if one.reason != nature else "",
    ]


def _row(foul: "Foul", kinds: Any, places: Places) -> list[str | int]:
    entry = foul.entry
    what = clauses(filter(None, [kind_name(foul, kinds), outcome_name(foul, kinds)]))
    article = f" ({foul.article})" if foul.article else ""
    return [
        entry.team.name if entry and entry.team else "",
        entry.name if entry else foul.name,
        entry.number if entry else "",
        _place(foul.session.number if foul.session else 0, foul.hand_no, *_table_and_seat(foul, places)),
        what + article,
        penalty_words(penalty_of(foul), paid_to=str(foul.paid_to or "")) if foul.admissible else _("inadmissible"),
        clauses(_remarks(foul)),
    ]


def _table_and_seat(foul: "Foul", places: Places) -> tuple[int, str]:
    """Where it happened; of a foul of the session, where the player sits in it."""
    if foul.sheet is not None:
        return foul.sheet.table.number, foul.seat
    return places.get((foul.session_id or 0, foul.entry_id), (0, ""))


def _place(session: int, hand_no: int, table: int, seat: str) -> str:
    """Session, hand, table and seat, with dashes for what there is not."""
    return " / ".join(str(one or "–") for one in (session, hand_no, table, seat and wind(seat)))


def _remarks(foul: "Foul") -> list[str]:
    found = [foul.remark, foul.change_reason if not foul.proposed else ""]
    if foul.times and foul.times > 1:
        found.append(_("no. %(times)d of its kind") % {"times": foul.times})
    if foul.tiles:
        found.append(_("to be discarded: %(tiles)s") % {"tiles": foul.tiles})
    found += [_measure(one) for one in foul.measures.all()]
    if foul.cancelled_at:
        found.append(_("cancelled: %(reason)s") % {"reason": foul.cancel_reason})
    return [text for text in found if text]


def _measure(measure: "Measure") -> str:
    words = {"outcome": measure.get_kind_display(), "penalty": measure.get_status_display()}
    return _("%(outcome)s: %(penalty)s") % words


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
    officials = [official_text(one) for one in order.facts["officials"]]
    if officials:
        lines += [Row(section=_("Officials")), *(Row(section=text) for text in officials)]
    rows_of(paper, columns, lines, title=title, height=HIGH)
    return paper.finished()


def _workbook(order: Order, rows: list[list[str | int]]) -> bytes:
    headings = [Heading(heading, wide) for heading, _share, wide in _headings()]
    title = f"{order.event.name} · {_('Record of fouls')}"
    sheets = [Sheet(_("Record of fouls"), headings, rows, title=title, frozen=2)]
    officials = [[official_text(one)] for one in order.facts["officials"]]
    if officials:
        sheets.append(Sheet(_("Officials"), [Heading(_("Officials"), 130)], officials, title=title))
    return workbook(sheets, title=title)


def _facts(event: "Event", language: str) -> dict[str, Any]:
    places = places_of(event)
    fouls = list(fouls_of(event).prefetch_related("measures"))
    facts: dict[str, Any] = {"fouls": fouls, "kinds": catalogue_of(event), "places": places}
    return facts | {"others": other_penalties(event, places), "officials": list(officials_of(event))}


def _parts(event: "Event", seating: Seating, address: str) -> Parts:
    fouls = event.fouls.order_by("number")
    columns = ("number", "effects", "points", "payee", "admissible", "cancelled_at", "remark", "times", "entry__name")
    said = [[str(value) for value in row] for row in fouls.values_list(*columns)]
    others = [
        [str(value) for value in (one.entry, one.session, one.table, one.hand_no, one.penalty, one.reason)]
        for one in other_penalties(event, places_of(event))
    ]
    measures = [list(row) for row in event.measures.values_list("number", "status")]
    officials = [official_text(one) for one in officials_of(event)]
    return {WHOLE: digest([said, others, measures, officials])}


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
