"""The players' oath (A2), blank or with the players' names: a page for each."""

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm
from common.paper.faces import printable
from common.paper.fitting import LEADING, wrapped
from tournament.papers.exports.order import SIZES, Order, full_name
from tournament.seating.selectors.seats import Player

SIZE, SMALLEST = 12.0, 8.0
#: Height of the lines to fill in.
SIGNING = 78 * mm
#: Shares of a label and of its line.
FIELD = (2, 3)


def oath(order: Order) -> bytes:
    """Return the oath for each of ``content["players"]``, or one blank page if there are none.

    ``content["oath"]`` is its text, by paragraphs; ``content["own"]`` tells that it is the event's text, which needs no
    introduction.
    """
    title = _("The player's oath")
    paper = Paper(title, language=order.language, size=SIZES[order.size], margin=20 * mm)
    players: list[Player] = [player for player in order.content["players"] if order.wanted(player.number)]
    pages: list[Player | None] = [*players] or [None]
    for player in pages:
        _oath_page(paper, order, player)
        order.step()
    return paper.finished()


def _oath_page(paper: Paper, order: Order, player: Player | None) -> None:
    room = paper.body
    paper.text(room.top(14 * mm), _("The player's oath"), 24, bold=True, align="centre")
    paper.text(room.below(14 * mm).top(12 * mm), order.event.name, 14, align="centre", lines=2)
    room = room.below(30 * mm)
    if not order.content["own"]:
        paper.text(room.top(8 * mm), _("For the whole time of this competition I promise:"), 12)
        room = room.below(11 * mm)
    _write_text(paper, room, order.content["oath"])
    body = paper.body
    _signing_lines(paper, Box(body.x, body.bottom - SIGNING, body.width, SIGNING), order, player)
    paper.next_page()


def _write_text(paper: Paper, room: Box, text: str) -> None:
    """Write the paragraphs as large as they fit above the lines to fill in, on further pages if necessary."""
    size = SIZE
    lines = _wrapped_lines(paper, text, size, room.width)
    while size > SMALLEST and len(lines) * size * LEADING > room.height - SIGNING:
        size -= 0.5
        lines = _wrapped_lines(paper, text, size, room.width)
    height = size * LEADING
    while len(lines) * height > room.height - SIGNING:
        most = int(room.height / height)
        _write_lines(paper, room, lines[:most], size)
        lines, room = lines[most:], paper.body
        paper.next_page()
    _write_lines(paper, room, lines, size)


def _write_lines(paper: Paper, room: Box, lines: list[str], size: float) -> None:
    for index, line in enumerate(lines):
        height = size * LEADING
        paper.text(Box(room.x, room.y + index * height, room.width, height), line, size, smallest=size)


def _wrapped_lines(paper: Paper, text: str, size: float, across: float) -> list[str]:
    lines: list[str] = []
    for paragraph in text.splitlines():
        lines += wrapped(printable(paragraph), paper.language, across / size, breaking=True)
        lines.append("")
    return lines


def _signing_lines(paper: Paper, room: Box, order: Order, player: Player | None) -> None:
    """Draw the lines to fill in, with the name of a given player but never the document's number."""
    name = full_name(player) if player else ""
    team = player.team_name if player else ""
    number = str(player.number or "") if player else ""
    lines = room.rows([1] * 7)
    words, space = lines[0].inset(2 * mm, 0).columns(FIELD)
    name_space, number_words, number_space = space.columns([5, 1, 1])
    _line_to_fill(paper, words, name_space, _("Name"), name)
    _line_to_fill(paper, number_words.inset(2 * mm, 0), number_space, _("No."), number)
    for line, label, value in zip(
        lines[1:],
        [
            _("Team"),
            _("ID card or passport number"),
            _("Signature of the player, or of the guardian"),
            _("Signature of the guarantor"),
            _("Date"),
        ],
        [team, "", "", "", ""],
        strict=False,
    ):
        label_box, value_box = line.inset(2 * mm, 0).columns(FIELD)
        _line_to_fill(paper, label_box, value_box, label, value)
    note = _(
        "Illnesses and allergies that the organizer should know of: please tell the reception; do not write them here."
    )
    paper.text(lines[6].inset(2 * mm, 0), note, 9, lines=2, grey=True)
    if order.watermark:
        paper.text(room.top(0.1 * mm)._replace(y=paper.body.bottom, height=6 * mm), order.watermark, 9, bold=True)


def _line_to_fill(paper: Paper, words: Box, space: Box, label: str, value: str) -> None:
    """Draw a label, and a line with the known value."""
    above = words.height - 3 * mm
    paper.text(words.top(above), label, 10, lines=2, grey=True)
    paper.text(space.inset(2 * mm, 0).top(above), value, 13, bold=True, lines=3)
    paper.rule(space.x, space.bottom - 2 * mm, space.right, space.bottom - 2 * mm)
