"""Pictures for link previews and icons, drawn with the bundled fonts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from common.files.pictures.encoding import ico_of, png_of
from common.paper.faces import SC, printable, runs

#: The size that the programs which show previews ask for.
WIDTH, HEIGHT = 1200, 630
EDGE = 72
PAPER, INK, INK_2, LINE, CINNABAR, CREAM = (
    "#faf7f0", "#20261f", "#5a6156", "#e2dac9", "#ab3a24", "#fff8ee",
)  # fmt: skip
#: The seal 品 in a square of 32: outer and inner rectangles (left, top, right, bottom) of its three mouths.
OUTER = ((9.48, 6.0, 22.59, 14.07), (6.41, 15.93, 14.92, 26.0), (16.79, 15.93, 25.59, 25.9))
INNER = ((12.06, 8.56, 19.88, 11.53), (8.94, 18.49, 12.26, 22.31), (19.34, 18.49, 22.92, 22.31))
#: The characters on tiles, and their colours by suit or honour.
NUMERALS = "一二三四五六七八九"
SUIT_SIGNS = {"m": "万", "p": "筒", "s": "索"}
HONOUR_SIGNS = {"E": "东", "S": "南", "W": "西", "N": "北", "C": "中", "F": "发", "P": "白"}
SUIT_COLOURS = {"m": CINNABAR, "p": "#23537f", "s": "#2c6b4a", "C": CINNABAR, "F": "#2c6b4a"}
TILE_BACK = "#2c6b4a"
#: Icons are drawn this many times larger and reduced, which smooths their edges.
FINER = 4
#: Sizes of the heading, the largest first: beside rows of figures, and alone.
NAME_SIZES, LONE_NAME_SIZES = (60, 52, 44), (88, 72, 60)
LINE_SIZE, FIGURE_SIZE, SMALL_SIZE = 34, 40, 28


@dataclass(frozen=True, slots=True)
class Card:
    """A preview: a heading, a line below it, and rows of a label at the left and a figure at the right."""

    heading: str
    note: str
    rows: Sequence[tuple[str, str]] = ()
    foot: str = ""


def card_picture(card: Card, language: str) -> bytes:
    """Return the preview as PNG."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    seal = _seal(56)
    picture.paste(seal, (EDGE, 48), seal)
    _write(pen, (EDGE + 76, 54), printable("Pinju 品局"), SMALL_SIZE, language, INK_2)
    top = 124 if card.rows else 176
    lines, size = _fitted(printable(card.heading), language, card.rows)
    for line in lines:
        _write(pen, (EDGE, top), line, size, language, INK)
        top += round(size * 1.3)
    _write(pen, (EDGE, top + 8), _cut(printable(card.note), LINE_SIZE, language), LINE_SIZE, language, INK_2)
    _rows(pen, card.rows, language, top + 82)
    if card.foot:
        _write(pen, (EDGE, HEIGHT - 58), _cut(printable(card.foot), SMALL_SIZE, language), SMALL_SIZE, language, INK_2)
    return png_of(picture.quantize(64))


@dataclass(frozen=True, slots=True)
class HandCard:
    """A won hand: its points, the tiles of each set and of the winning tile (codes such as 1m and E), its fans."""

    points: str
    groups: Sequence[Sequence[str]]
    rows: Sequence[tuple[str, str]]


def hand_picture(card: HandCard, language: str) -> bytes:
    """Return the card of a hand as PNG: the points, the tiles, and the fans as far as there is room."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    seal = _seal(56)
    picture.paste(seal, (EDGE, 48), seal)
    _write(pen, (EDGE + 76, 40), printable(card.points), 56, language, INK)
    tiles = sum(map(len, card.groups))
    wide = min(72, (WIDTH - 2 * EDGE - 16 * len(card.groups)) // max(tiles, 1))
    left = EDGE
    for group in card.groups:
        for code in group:
            _tile(pen, (left, 150), wide - 4, code)
            left += wide
        left += 16
    _rows(pen, card.rows[:5], language, 150 + wide * 4 // 3 + 48)
    return png_of(picture.quantize(64))


def _tile(pen: ImageDraw.ImageDraw, at: tuple[int, int], wide: int, code: str) -> None:
    """Draw a tile with its characters: a number with 万, 筒 or 索, or the character of an honour."""
    left, top = at
    high = wide * 4 // 3
    pen.rounded_rectangle((left, top + 5, left + wide, top + high + 5), radius=wide // 8, fill=TILE_BACK)
    pen.rounded_rectangle((left, top, left + wide, top + high), radius=wide // 8, fill=CREAM, outline=LINE, width=2)
    signs = HONOUR_SIGNS[code] if code in HONOUR_SIGNS else f"{NUMERALS[int(code[0]) - 1]}{SUIT_SIGNS[code[1]]}"
    size = wide * (5 if len(signs) == 2 else 7) // 10
    colour = SUIT_COLOURS.get(code[-1], INK)
    for index, sign in enumerate(signs):
        font = _font(SC, size)
        middle = top + high * (0.5 if len(signs) == 1 else 0.31 + 0.4 * index)
        pen.text((left + wide / 2, middle), sign, font=font, fill=colour, anchor="mm")


def icon(size: int, *, maskable: bool = False, kind: str = "PNG") -> bytes:
    """Return the seal as an icon; a maskable one fills the square, because the device cuts its edges off."""
    picture = _seal(size, maskable=maskable)
    return ico_of(picture) if kind == "ICO" else png_of(picture)


def _rows(pen: ImageDraw.ImageDraw, rows: Sequence[tuple[str, str]], language: str, top: int) -> None:
    for label, figure in rows:
        pen.line((EDGE, top - 10, WIDTH - EDGE, top - 10), fill=LINE, width=2)
        end = _width(printable(figure), FIGURE_SIZE, language)
        _write(pen, (WIDTH - EDGE - end, top), printable(figure), FIGURE_SIZE, language, INK)
        text = _cut(printable(label), FIGURE_SIZE, language, WIDTH - 2 * EDGE - end - 40)
        _write(pen, (EDGE, top), text, FIGURE_SIZE, language, INK)
        top += 62


def _seal(size: int, *, maskable: bool = False) -> Image.Image:
    side = size * FINER
    picture = Image.new("RGBA", (side, side))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), radius=0 if maskable else side * 5 // 32, fill=CINNABAR)
    # A maskable icon keeps its sign within the inner 80 per cent.
    scale = side / 32 * (0.8 if maskable else 1)
    shift = (side - 32 * scale) / 2
    for colour, boxes in ((CREAM, OUTER), (CINNABAR, INNER)):
        for box in boxes:
            pen.rectangle([shift + edge * scale for edge in box], fill=colour)
    reduced = picture.resize((size, size), Image.Resampling.LANCZOS)
    ground = Image.new("RGB", (size, size), PAPER)
    ground.paste(reduced, mask=reduced)
    return reduced if size <= 512 and not maskable else ground


@lru_cache(maxsize=64)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(settings.BASE_DIR / "static" / "fonts" / f"{face}.ttf"), size)


def _width(text: str, size: int, language: str) -> int:
    return round(sum(_font(run.face, size).getlength(run.text) for run in runs(text, language)))


def _write(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, language: str, colour: str) -> None:
    left, top = at
    for run in runs(text, language):
        font = _font(run.face, size)
        pen.text((left, top + size), run.text, font=font, fill=colour, anchor="ls")
        left += round(font.getlength(run.text))


def _fitted(text: str, language: str, rows: Sequence[tuple[str, str]]) -> tuple[list[str], int]:
    """Return the lines of a heading and their size: the largest in which it takes two lines, without rows three."""
    most, sizes = (2, NAME_SIZES) if rows else (3, LONE_NAME_SIZES)
    for size in sizes:
        lines = _wrapped(text, size, language)
        if len(lines) <= most:
            return lines, size
    return [*lines[: most - 1], _cut(lines[most - 1] + "…", size, language)], size


def _wrapped(text: str, size: int, language: str) -> list[str]:
    lines = [""]
    # A name breaks at spaces, and between characters where it has none.
    for part in text.replace(" ", " \0").split("\0"):
        pieces = [part] if _width(part.rstrip(), size, language) <= WIDTH - 2 * EDGE and part.isascii() else list(part)
        for piece in pieces:
            if lines[-1] and _width((lines[-1] + piece).rstrip(), size, language) > WIDTH - 2 * EDGE:
                lines.append("")
            lines[-1] += piece
    return [line.strip() for line in lines]


def _cut(text: str, size: int, language: str, room: int = WIDTH - 2 * EDGE) -> str:
    """Return the text, shortened with … to the width."""
    while text and _width(text, size, language) > room:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text
