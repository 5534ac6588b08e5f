"""What the score sheets of all games share: their order, the head of a page, and the names of officials."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
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
        for name, (_label, figure) in self._figures.items():
            if sheet:
                self.paper.text(figure, getattr(sheet, name), 24, bold=True)
            else:
                self.paper.rule(figure.x, figure.bottom - 2 * mm, figure.right - 9 * mm, figure.bottom - 2 * mm)
        for (_label, blank), value in zip(self._times.values(), times(sheet) if sheet else (), strict=False):
            self.paper.text(blank.inset(0.5 * mm, 0), value, 9)

    def _stamp(self, name: str, draw_form: Callable[[], None]) -> None:
        """Place what is the same on every page: the form, and the head without its values."""

        def draw() -> None:
            draw_form()
            self._fixed_head()

        self.paper.stamp(name, draw)

    def _fixed_head(self) -> None:
        """Draw the event's name, the title, the labels of the head and its lines to write on."""
        event, title = self._rows_of_head[0].columns([3, 1])
        self.paper.text(event, self.order.event.name, 12, bold=True, lines=2)
        self.paper.text(title, " ".join(self.labels("title")), 10, align="right", lines=2, grey=True)
        for name, (label, _figure) in self._figures.items():
            self.form.write_label(label, name, 12)
        for name, (label, blank) in self._times.items():
            self.form.write_label(label, name, 8)
            self.paper.rule(blank.x, blank.bottom - 0.6 * mm, blank.right - 3 * mm, blank.bottom - 0.6 * mm)

    @property
    def _rows_of_head(self) -> list[Box]:
        return Box(self.form.head.x, self.form.head.y, self.form.head.width - 26 * mm, 24 * mm).rows([8, 10, 6])

    @cached_property
    def _figures(self) -> dict[str, list[Box]]:
        """Session and table -> the boxes of its label and its figure."""
        cells = self._rows_of_head[1].columns([1, 1])
        return {name: cell.columns([1, 2]) for name, cell in zip(("session", "table"), cells, strict=True)}

    @cached_property
    def _times(self) -> dict[str, list[Box]]:
        """Day, start and end -> the boxes of its label and its value."""
        cells = self._rows_of_head[2].columns([3.2, 2, 2])
        return {name: cell.columns([1, 2]) for name, cell in zip(("date", "from", "to"), cells, strict=True)}

    def _official(self, office: str, name: str) -> None:
        line = self.form.signature_boxes(office)[1]
        room = Box(line.x + mm, line.y, line.width - 6 * mm, line.height - 1.5 * mm)
        self.paper.text(room, name, 10, lines=2)
