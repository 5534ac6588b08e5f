"""What the score sheets of all games share: their order, the head of a page, and the names of officials."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.paper import Box, Paper, mm
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.score_sheets.texts import times
from scoring.papers.selectors.score_sheets import ScoreSheet

if TYPE_CHECKING:
    from tournament.events.models.events import Event


@dataclass(frozen=True)
class Sheets:
    """The sheets to print: their event, language (or BILINGUAL), filled or empty.

    ``address`` gives the address that a sheet's QR code holds (empty: it has none); ``referee``
    table -> the referee's name; ``chief_referee`` the name in the officials' list (empty: it has none);
    ``watermark`` a word across what must not be used.
    """

    event: "Event"
    language: str
    sheets: list[ScoreSheet]
    filled: bool
    address: Callable[[ScoreSheet], str]
    referee: Callable[[int], str] = lambda _table: ""
    chief_referee: str = ""
    watermark: str = ""
    step: Callable[[], None] = lambda: None


class SheetHead:
    """Draw what is the same on the sheets of every game; `form` has the boxes."""

    form: Any

    def __init__(self, paper: Paper, order: Sheets) -> None:
        self.paper, self.order = paper, order
        self.labels = Labels(order.language)

    def _mark_and_end(self) -> None:
        if self.order.watermark:
            self.paper.watermark(self.order.watermark)
        self.paper.next_page()

    def _head(self, sheet: ScoreSheet | None) -> None:
        qr = Box(self.form.head.right - 24 * mm, self.form.head.y, 24 * mm, 24 * mm)
        if address := sheet and self.order.address(sheet):
            self.paper.qr(qr, address)
        left = Box(self.form.head.x, self.form.head.y, self.form.head.width - 26 * mm, 24 * mm)
        title_row, table_row, times_row = left.rows([8, 10, 6])
        event, title = title_row.columns([3, 1])
        self.paper.text(event, self.order.event.name, 12, bold=True, lines=2)
        self.paper.text(title, " ".join(self.labels("title")), 10, align="right", lines=2, grey=True)
        session, table = table_row.columns([1, 1])
        for box, name in ((session, "session"), (table, "table")):
            label, figure = box.columns([1, 2])
            self.form.write_label(label, name, 12)
            if sheet:
                self.paper.text(figure, getattr(sheet, name), 24, bold=True)
            else:
                self.paper.rule(figure.x, figure.bottom - 2 * mm, figure.right - 9 * mm, figure.bottom - 2 * mm)
        self._times(times_row, sheet)

    def _times(self, room: Box, sheet: ScoreSheet | None) -> None:
        texts = zip(("date", "from", "to"), times(sheet) if sheet else [""] * 3, strict=True)
        for box, (name, value) in zip(room.columns([3.2, 2, 2]), texts, strict=True):
            label, blank = box.columns([1, 2])
            self.form.write_label(label, name, 8)
            self.paper.rule(blank.x, blank.bottom - 0.6 * mm, blank.right - 3 * mm, blank.bottom - 0.6 * mm)
            self.paper.text(blank.inset(0.5 * mm, 0), value, 9)

    def _official(self, office: str, name: str) -> None:
        line = self.form.signature_boxes(office)[1]
        room = Box(line.x + mm, line.y, line.width - 6 * mm, line.height - 1.5 * mm)
        self.paper.text(room, name, 10, lines=2)
