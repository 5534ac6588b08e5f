"""Texts placed in boxes: where each line starts, and its PDF code."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from common.paper.faces import Run, printable, runs, width
from common.paper.fitting import LEADING, fitted
from common.paper.inks import Ink, set_fill, set_stroke

Align = Literal["left", "centre", "right"]
#: The height of a text's lines, and of each line: left and baseline within the box, and its code.
Placed = tuple[float, list[tuple[float, float, str]]]
#: Height of the middle of capitals and Chinese characters above the baseline, in font sizes.
MIDDLE = 0.36
#: Thickness of the stroke that replaces bold, in font sizes.
STROKE = 0.025
#: How many texts of a style a paper remembers.
REMEMBERED = 16_384


class Style(NamedTuple):
    """How texts are placed in boxes of this width and height; the other fields as of `Paper.text`."""

    across: float
    down: float
    size: float
    bold: bool
    align: Align
    lines: int
    smallest: float
    ink: Ink
    top: bool


class Styled(dict[str, Placed]):
    """The placed texts of one style, by text."""

    def __init__(self, texts: "Texts", style: Style) -> None:
        super().__init__()
        self.texts, self.style = texts, style

    def __missing__(self, text: str) -> Placed:
        if len(self) >= REMEMBERED:
            self.clear()
        placed = self[text] = self.texts.place(text, *self.style)
        return placed


class TextColumn(dict[str, str]):
    """The PDF code of each text in one box of a row of texts, by text; ``left`` and ``top``: the box's corner."""

    def __init__(self, styled: Styled, left: float, top: float) -> None:
        super().__init__()
        self.styled, self.left, self.top = styled, left, top

    def __missing__(self, text: str) -> str:
        if len(self) >= REMEMBERED:
            self.clear()
        _taken, parts = self.styled[text]
        placed = self[text] = " ".join(code % (self.left + across, self.top - down) for across, down, code in parts)
        return placed


class Texts:
    """The texts of a paper; remembered, as papers repeat few figures in boxes of few sizes.

    ``cut``: takes the texts that did not fit.
    """

    def __init__(self, canvas: Canvas, language: str, cut: dict[str, None]) -> None:
        self.canvas, self.language, self.cut = canvas, language, cut
        self._codes: dict[tuple[str, float, bool, Ink], str] = {}
        self._starts: dict[tuple[bool, Ink], str] = {}
        self._fonts: dict[tuple[str, int, float], str] = {}
        self._styled: dict[Style, Styled] = {}

    def styled(self, style: Style) -> "Styled":
        """Return the texts of a style."""
        styled = self._styled.get(style)
        if styled is None:
            styled = self._styled[style] = Styled(self, style)
        return styled

    def place(
        self, text: str, across: float, down: float, size: float, bold: bool, align: Align, lines: int,
        smallest: float, ink: Ink, top: bool,
    ) -> Placed:  # fmt: skip
        """Return the lines of a text that fits into a box of the style."""
        words = printable(text)
        fit = fitted(
            words,
            self.language,
            across=across,
            down=down,
            size=size,
            smallest=smallest,
            lines=lines,
            bold=bold,
            even=align == "centre",
        )
        if not fit.whole:
            self.cut[words] = None
        taken = fit.size * (1 + LEADING * (len(fit.lines) - 1))
        first = (0 if top else (down - taken) / 2) + fit.size / 2 + MIDDLE * fit.size
        parts = []
        for index, line in enumerate(fit.lines):
            if line:
                free = across - width(line, self.language, bold) * fit.size
                start = {"left": 0.0, "centre": free / 2, "right": free}[align]
                parts.append((start, first + index * fit.size * LEADING, self._code_of(line, fit.size, bold, ink)))
        return taken, parts

    def _code_of(self, line: str, size: float, bold: bool, ink: Ink) -> str:
        """Return the PDF code of the line, with places for the two numbers of its start position."""
        code = self._codes.get((line, size, bold, ink))
        if code is None:
            thick = f"{STROKE * size:.3f} w " if bold else ""
            shown = self._shown(runs(line, self.language, bold), size).replace("%", "%%")
            code = f"{thick}BT 1 0 0 1 %.2f %.2f Tm{self._start(bold, ink)} {shown} ET"
            self._codes[line, size, bold, ink] = code
        return code

    def _start(self, bold: bool, ink: Ink) -> str:
        """Return the PDF code that chooses the ink."""
        if (bold, ink) not in self._starts:
            writing = self.canvas.beginText(0, 0)
            set_fill(writing, ink)
            if bold:
                set_stroke(writing, ink)
            self._starts[bold, ink] = str(writing.getCode()).partition(" Tm")[2].removesuffix(" ET")
        return self._starts[bold, ink]

    def _shown(self, parts: Sequence[Run], size: float) -> str:
        """Return the PDF code that shows a line: as reportlab's text object writes it, but with remembered fonts."""
        codes, stroked = [], False
        for run in parts:
            if run.heavy != stroked:
                stroked = run.heavy
                codes.append("2 Tr" if stroked else "0 Tr")
            for subset, signs in pdfmetrics.getFont(run.face).splitString(run.text, self.canvas._doc):
                codes.append(f"{self._font(run.face, subset, size)} ({self.canvas._escape(signs)}) Tj")
        return " ".join([*codes, "0 Tr"] if stroked else codes)

    def _font(self, face: str, subset: int, size: float) -> str:
        """Return the PDF code that chooses a subset of a font."""
        if (face, subset, size) not in self._fonts:
            name = pdfmetrics.getFont(face).getSubsetInternalName(subset, self.canvas._doc)
            self._fonts[face, subset, size] = f"{name} {fp_str(size)} Tf {fp_str(size * 1.2)} TL"
        return self._fonts[face, subset, size]
