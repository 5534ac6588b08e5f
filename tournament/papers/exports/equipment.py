"""The checklist of equipment and site (3.5.5): who confirmed what and when, or lines to fill in by hand."""

from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.paper import Paper
from common.paper.lists import rows_of
from common.paper.rows import Column, Row
from tournament.events.selectors.equipment import equipment_of
from tournament.papers.exports.order import SIZES, Order
from tournament.papers.selectors import WHOLE, Parts, digest
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event

ROW_HEIGHT = 26.0


def equipment(order: Order) -> bytes:
    """Return the PDF of the lines in ``content["equipment"]``."""
    title = _("Equipment and site (3.5.5)")
    furniture = order.furniture(title)
    paper = Paper(f"{order.event.name} · {title}", language=order.language, size=SIZES[order.size], furniture=furniture)
    headings = (_("Item"), 4), (_("Confirmed by"), 1.6), (_("When"), 1.4), (_("Remark"), 2)
    columns = [Column(heading, share, bold=index == 0) for index, (heading, share) in enumerate(headings)]
    rows = [Row([label, *_cells(check)], ruled=True) for _item, label, check in order.content["equipment"]]
    order.total(1)
    rows_of(paper, columns, rows, title=title, height=ROW_HEIGHT)
    order.step()
    return paper.finished()


def _cells(check: Any) -> list[str]:
    if check is None:
        return ["", "", ""]
    return [check.by, date_format(localtime(check.at), "SHORT_DATETIME_FORMAT"), check.remark]


def equipment_content(event: "Event", _language: str) -> dict[str, Any]:
    return {"equipment": equipment_of(event)}


def equipment_parts(event: "Event", _seating: Seating, _address: str) -> Parts:
    return {WHOLE: digest([[item, *_cells(check)] for item, _label, check in equipment_of(event)])}
