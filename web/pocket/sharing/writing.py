"""Text on pictures, in the bundled fonts: its width, its lines, and drawing it."""

from collections.abc import Sequence
from functools import lru_cache

from django.conf import settings
from PIL import ImageDraw, ImageFont

from common.paper.faces import printable, runs


@lru_cache(maxsize=64)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(settings.BASE_DIR / "static" / "fonts" / f"{face}.ttf"), size)


class Writer:
    """Write on one picture, in the fonts of one language."""

    def __init__(self, pen: ImageDraw.ImageDraw, language: str) -> None:
        self.pen, self.language = pen, language

    def width(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return the width of a text in pixels."""
        return round(
            sum(_font(run.face, size).getlength(run.text) for run in runs(printable(text), self.language, bold))
        )

    def write(self, at: tuple[int, int], text: str, size: int, colour: str, *, bold: bool = False) -> None:
        """Write one line; ``at`` is its left end on the baseline."""
        left, base = at
        for run in runs(printable(text), self.language, bold):
            font = _font(run.face, size)
            self.pen.text((left, base), run.text, font=font, fill=colour, anchor="ls", stroke_width=run.heavy / 2)
            left += round(font.getlength(run.text))

    def write_to(self, at: tuple[int, int], text: str, size: int, colour: str, *, bold: bool = False) -> None:
        """Write one line that ends at ``at``."""
        self.write((at[0] - self.width(text, size, bold=bold), at[1]), text, size, colour, bold=bold)

    def cut(self, text: str, size: int, room: int) -> str:
        """Return the text, shortened with … to the width."""
        while text and self.width(text, size) > room:
            text = text.rstrip("…")[:-1].rstrip() + "…"
        return text

    def fitted(self, text: str, shapes: Sequence[tuple[int, int]], room: int) -> tuple[list[str], int]:
        """Return the lines of a text and their size.

        ``shapes``: sizes with the most lines in each; the first that holds the text is used, else the last shortens it.
        """
        for size, most in shapes:
            lines = self._wrapped(printable(text), size, room)
            if len(lines) <= most:
                return lines, size
        return [*lines[: most - 1], self.cut(lines[most - 1] + "…", size, room)], size

    def _wrapped(self, text: str, size: int, room: int) -> list[str]:
        lines = [""]
        # A name breaks at spaces; a part that is longer than a line breaks between any two characters.
        for part in text.replace(" ", " \0").split("\0"):
            pieces = [part] if self.width(part.rstrip(), size) <= room else list(part)
            for piece in pieces:
                if lines[-1] and self.width((lines[-1] + piece).rstrip(), size) > room:
                    lines.append("")
                lines[-1] += piece
        return [line.strip() for line in lines]
