"""Pictures for link previews: an event, a player, a won hand, in the colours of the hall's screens."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from common.files.pictures.encoding import png_of
from common.paper.faces import printable
from web.pocket.sharing.seal import seal
from web.pocket.sharing.tile_faces import tile
from web.pocket.sharing.writing import Writer

#: The size that the programs which show previews ask for.
WIDTH, HEIGHT = 1200, 630
EDGE = 64
#: The ground: green, and cinnabar for a champion; the signs on it. As on the screens (static/css/tokens.css).
GREEN, CINNABAR, INK, INK_2 = "#1c4a33", "#9c3220", "#fff8ee", "#f6e3c0"
#: How strongly the signs' colour shows in the lattice and in lines between rows.
LATTICE_SHARE, LINE_SHARE = 0.06, 0.3
LATTICE = 42
COLOURS = 96
#: The tiles that stand for the first three, as on the podium.
MEDALS = {"1": "1p", "2": "2p", "3": "3p"}
#: Sizes of the heading with the most lines in each: above a row of tiles, above three winners, above figures, alone.
HEADINGS = ((72, 3), (60, 3), (50, 3), (42, 4))
WINNER_HEADINGS = ((60, 1), (50, 1), (44, 2), (34, 3))
FIGURE_HEADINGS = ((72, 2), (60, 2), (50, 2))
LONE_HEADINGS = ((88, 3), (72, 3), (60, 3))
POINTS = ((96, 2), (72, 2), (52, 2), (40, 2))
WON_POINTS = ((84, 1), (64, 1), (48, 2))
#: Sizes of the winner of a hand and of the event below.
WINNER_AND_EVENT = ((42, 30), (36, 26), (30, 24), (26, 20), (22, 18))
#: Where the row of tiles begins.
TILES_TOP = HEIGHT - 140
HEAD_SIZE, NOTE_SIZE, ROW_SIZE, FIGURE_SIZE, GREAT_SIZE = 26, 32, 42, 64, 190
ROOM = WIDTH - 2 * EDGE
#: The room left of the fans of a hand, and where these begin.
HALF, FANS_TOP = WIDTH // 2 - EDGE - 40, 280


@dataclass(frozen=True, slots=True)
class Winner:
    """A row of a podium: rank ("–" without one), name, and points as text."""

    rank: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Card:
    """A preview: a heading, a note below it, the state of the results at the top, and the first players."""

    heading: str
    note: str
    state: str = ""
    winners: Sequence[Winner] = ()


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player: name, a note, and figures with their labels, first the rank; no figures before results."""

    name: str
    note: str
    state: str
    figures: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class HandCard:
    """A won hand: its points, the tiles of each set and of the winning tile (codes such as 1m and E), its fans.

    An empty code is a tile face down. ``winner`` and ``event`` are empty for a hand of the calculator.
    """

    points: str
    groups: Sequence[Sequence[str]]
    fans: Sequence[tuple[str, str]]
    winner: str = ""
    event: str = ""


class Sheet(Writer):
    """A picture with ground, lattice and seal, on which a card is drawn."""

    def __init__(self, language: str, state: str, ground: str = GREEN) -> None:
        self.ground = ground
        self.picture = Image.new("RGB", (WIDTH, HEIGHT), ground)
        super().__init__(ImageDraw.Draw(self.picture), language)
        for start in range(-HEIGHT, WIDTH, LATTICE):
            colour = self._mixed(LATTICE_SHARE)
            self.pen.line((start, 0, start + HEIGHT, HEIGHT), fill=colour)
            self.pen.line((start + HEIGHT, 0, start, HEIGHT), fill=colour)
        sign = seal(48, ground=INK, sign=CINNABAR)
        self.picture.paste(sign, (EDGE, 40), sign)
        self.write((EDGE + 66, 74), "Pinju 品局", HEAD_SIZE, INK, bold=True)
        self.write_to((WIDTH - EDGE, 74), self.cut(state, HEAD_SIZE, ROOM - 280), HEAD_SIZE, INK_2)

    def heading(self, text: str, note: str, shapes: Sequence[tuple[int, int]]) -> int:
        """Write the heading and the note; return where they end."""
        lines, size = self.fitted(text, shapes, ROOM)
        base = 124
        for line in lines:
            base += round(size * 1.2)
            self.write((EDGE, base - size // 8), line, size, INK)
        base += 46
        self.write((EDGE, base), self.cut(note, NOTE_SIZE, ROOM), NOTE_SIZE, INK_2)
        return base

    def line(self, left: int, top: int) -> None:
        """Draw the line above a row, to the right edge."""
        self.pen.line((left, top, WIDTH - EDGE, top), fill=self._mixed(LINE_SHARE), width=2)

    def put_tile(self, at: tuple[int, int], code: str, wide: int) -> None:
        """Draw a tile; ``at`` is its upper left corner."""
        face = tile(code, wide)
        self.picture.paste(face, at, face)

    def png(self) -> bytes:
        """Return the picture as PNG."""
        return png_of(self.picture.quantize(COLOURS))

    def _mixed(self, share: float) -> tuple[int, ...]:
        """Return the colour of the ground with this share of the signs' colour."""
        ground, ink = (Image.new("RGB", (1, 1), colour).getpixel((0, 0)) for colour in (self.ground, INK))
        assert isinstance(ground, tuple)
        assert isinstance(ink, tuple)
        return tuple(round(below + (above - below) * share) for below, above in zip(ground, ink, strict=True))


def card_picture(card: Card, language: str) -> bytes:
    """Return the preview of an event as PNG: its first three, or a row of winds and dragons before there are any."""
    sheet = Sheet(language, card.state)
    if not card.winners:
        sheet.heading(card.heading, card.note, HEADINGS)
        for index, code in enumerate("ESWNCFP"):
            sheet.put_tile((EDGE + index * 70, TILES_TOP), code, 62)
        return sheet.png()
    top = sheet.heading(card.heading, card.note, WINNER_HEADINGS) + 30
    high = (HEIGHT - 28 - top) // 3
    wide = min(62, (high - 14) * 5 // 7)
    for winner in card.winners:
        sheet.line(EDGE, top)
        middle = top + high // 2
        if winner.rank in MEDALS:
            sheet.put_tile((EDGE, middle - wide * 5 // 7), MEDALS[winner.rank], wide)
        else:
            sheet.write((EDGE + 12, middle + 16), winner.rank, ROW_SIZE, INK_2)
        end = sheet.width(winner.points, ROW_SIZE, bold=True)
        sheet.write_to((WIDTH - EDGE, middle + 16), winner.points, ROW_SIZE, INK, bold=True)
        name = sheet.cut(winner.name, ROW_SIZE, ROOM - 96 - end - 40)
        sheet.write((EDGE + 96, middle + 16), name, ROW_SIZE, INK)
        top += high
    return sheet.png()


def player_picture_of(card: PlayerCard, language: str) -> bytes:
    """Return the preview of a player as PNG: the rank large, and points; cinnabar for the first."""
    if not card.figures:
        sheet = Sheet(language, card.state)
        sheet.heading(card.name, card.note, LONE_HEADINGS)
        return sheet.png()
    (rank_label, rank), *points = card.figures
    sheet = Sheet(language, card.state, CINNABAR if rank == "1" else GREEN)
    sheet.heading(card.name, card.note, FIGURE_HEADINGS)
    left = EDGE
    if rank in MEDALS:
        sheet.put_tile((EDGE, HEIGHT - 226), MEDALS[rank], 112)
        left += 148
    sheet.write((left, HEIGHT - 72), rank, GREAT_SIZE, INK, bold=True)
    left += sheet.width(rank, GREAT_SIZE, bold=True) + 20
    sheet.write((left, HEIGHT - 72), rank_label, NOTE_SIZE, INK_2)
    needed = (sheet.width(label, NOTE_SIZE) + sheet.width(figure, FIGURE_SIZE, bold=True) for label, figure in points)
    start = WIDTH - EDGE - max(420, *(wide + 32 for wide in needed))
    for index, (label, figure) in enumerate(points):
        top = HEIGHT - 56 - 96 * (len(points) - index)
        sheet.line(start, top)
        sheet.write_to((WIDTH - EDGE, top + 72), figure, FIGURE_SIZE, INK, bold=True)
        sheet.write((start, top + 70), label, NOTE_SIZE, INK_2)
    return sheet.png()


def hand_picture(card: HandCard, language: str) -> bytes:
    """Return the card of a hand as PNG: the tiles, the points, who won it and where, and all fans."""
    sheet = Sheet(language, "")
    gap = 20
    tiles = sum(map(len, card.groups))
    wide = min(76, (ROOM - gap * (len(card.groups) - 1)) // max(tiles, 1))
    left = EDGE
    for group in card.groups:
        for code in group:
            sheet.put_tile((left, 124), code, wide - 4)
            left += wide
        left += gap
    lines, size = sheet.fitted(card.points, WON_POINTS if card.winner else POINTS, HALF)
    base = FANS_TOP + (90 if card.winner else 140)
    for line in lines:
        sheet.write((EDGE, base), line, size, INK, bold=True)
        base += round(size * 1.2)
    if card.winner:
        _write_winner(sheet, card, base - round(size * 1.2) + 36)
    _write_fans(sheet, card.fans)
    return sheet.png()


def _write_winner(sheet: Sheet, card: HandCard, top: int) -> None:
    """Write the winner and below it the event, as large as both fit whole above the edge; no word breaks."""
    for size, small in WINNER_AND_EVENT:
        names, _size = sheet.fitted(card.winner, ((size, 3),), HALF)
        events, _size = sheet.fitted(card.event, ((small, 4),), HALF)
        high = round(len(names) * size * 1.2 + len(events) * small * 1.3)
        cut = any(lines[-1].endswith("…") for lines in (names, events))
        broken = " " in card.winner and " ".join(names) != " ".join(printable(card.winner).split())
        if top + high <= HEIGHT - 30 and not cut and not broken:
            break
    base = top
    for lines, wide, colour, spacing in ((names, size, INK, 1.2), (events, small, INK_2, 1.3)):
        for line in lines:
            base += round(wide * spacing)
            sheet.write((EDGE, base), line, wide, colour)


def _write_fans(sheet: Sheet, fans: Sequence[tuple[str, str]]) -> None:
    """Write the fans in the right half, smaller if they are many."""
    high = min(54, (HEIGHT - 30 - FANS_TOP) // max(len(fans), 1))
    size = min(30, high * 5 // 9)
    for index, (name, points) in enumerate(fans):
        top = FANS_TOP + index * high
        sheet.line(WIDTH // 2, top)
        sheet.write_to((WIDTH - EDGE, top + high * 7 // 10), points, size, INK, bold=True)
        sheet.write((WIDTH // 2, top + high * 7 // 10), sheet.cut(name, size, WIDTH // 2 - EDGE - 80), size, INK)
