"""The papers of the ceremony: the list of awards, and a diploma for each person."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.days import day_range
from common.paper import A4, Box, Furniture, Paper, landscape, mm
from common.paper.lists import rows_of
from common.paper.rows import Column, Row
from common.templatetags.pinju import country, signed
from scoring.display.selectors.ceremony import against_beginning
from scoring.display.selectors.winners import AwardWithWinners, Winner, Winners
from scoring.game.rules.table_points import rounded
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.order import SIZES, Order

if TYPE_CHECKING:
    from scoring.display.models.ceremonies import Award
    from tournament.events.models.events import Event

#: The height of the signature lines.
SIGNING = 30 * mm
#: The side of the logo on a diploma.
LOGO = 26 * mm
#: How many members of a team are kept on the page of their team.
MAX_KEPT = 5


class Diploma(NamedTuple):
    """One diploma: the name on it, and the award."""

    name: str
    latin_name: str
    award: str
    place: int
    of_places: int
    unit: str
    result: str


BLANK = Diploma("", "", "", 1, 1, "", "")


def award_title(award: "Award") -> str:
    """Return the title of an award, or the label of its kind."""
    return award.title or str(award.get_kind_display())


def award_list(order: Order) -> bytes:
    """Return the PDF of all awards with their places, for the announcer, with signature lines at the end."""
    title = _("List of awards")
    paper = Paper(title, language=order.language, size=SIZES[order.size], furniture=_furniture(order, title))
    room = paper.body.below(paper.body.height - SIGNING)
    columns = [
        Column(_("Rank"), 1, "right", bold=True),
        Column(_("Award winner"), 6, bold=True),
        Column(_("Team, country"), 6),
        Column(_("Table points"), 2.3, "right"),
        Column(_("Competition points"), 3.4, "right"),
        Column(_("What for"), 4),
    ]
    rows = [row for award in order.content["public"] for row in _rows(award)]
    foot = partial(_signing, paper, room)
    rows_of(paper, columns, rows, title=title, height=8 * mm, size=9.5, free=SIGNING, foot=foot)
    return paper.finished()


def diplomas(order: Order) -> bytes:
    """Return the PDF with a page for each winner and for each member of a winning team or group.

    Without any winner it has one page to fill in by hand.
    """
    paper = Paper(_("Diplomas"), language=order.language, size=landscape(A4), margin=14 * mm)
    for diploma in list(_diplomas(order.content["own"])) or [BLANK]:
        _diploma_page(paper, order, diploma)
        order.step()
    return paper.finished()


def _rows(listed: AwardWithWinners) -> Iterator[Row]:
    # Keep the heading on one page with the first winner and its members.
    members = len(listed.winners[0].members) if listed.winners else 0
    yield Row(section=award_title(listed.award), keep=1 + min(members, MAX_KEPT))
    if not listed.winners:
        yield Row(("", _("Not awarded"), "", "", "", ""))
    for winner in listed.winners:
        latin = f" {winner.latin_name}" if winner.latin_name and winner.latin_name != winner.name else ""
        team_country = ", ".join(filter(None, [winner.team, country(winner.country) if winner.country else ""]))
        table = rounded(winner.table_points) if winner.table_points is not None else ""
        competition = _figure(winner.competition_points) if winner.competition_points is not None else ""
        # Without a team and country, the name may extend over their column.
        row = (winner.place, winner.name + latin, team_country or None, table, competition, _note(winner))
        yield Row(row, keep=min(len(winner.members), MAX_KEPT))
        # One line for each member: a single cell would cut four names.
        yield from (Row(("", "", member.name, None, None, None)) for member in winner.members)


def _diplomas(awards_with_winners: list[AwardWithWinners]) -> Iterator[Diploma]:
    for listed in awards_with_winners:
        title, places = award_title(listed.award), listed.award.places
        for winner in listed.winners:
            result = _result(winner)
            if winner.kind == "player":
                yield Diploma(winner.name, winner.latin_name, title, winner.place, places, "", result)
            for member in winner.members:
                yield Diploma(member.name, member.latin_name, title, winner.place, places, winner.name, result)


def _diploma_page(paper: Paper, order: Order, diploma: Diploma) -> None:
    outer = paper.body
    paper.frame(outer, 2.2)
    paper.frame(outer.inset(2.5 * mm), 0.5)
    room = outer.inset(22 * mm, 14 * mm)
    watermark = _watermark(order)
    if watermark:
        paper.watermark(watermark)
    event, where, title, name, latin, text, what, result = _split(room.top(room.height - SIGNING))
    if order.logo:
        paper.picture(Box(outer.x + 8 * mm, outer.y + 8 * mm, LOGO, LOGO), order.logo)
        event = event.inset(LOGO, 0)
    paper.text(event, order.event.name, 20, bold=True, align="centre", lines=2, smallest=11)
    paper.text(where, _where(order.event), 11, align="centre", grey=True)
    paper.text(title, _("Diploma"), 46, bold=True, align="centre")
    paper.text(name.inset(0, 2 * mm), diploma.name, 36, bold=True, align="centre", lines=2, smallest=16)
    if diploma.latin_name and diploma.latin_name != diploma.name:
        paper.text(latin, diploma.latin_name, 16, align="centre", smallest=9)
    unit = _("of %(unit)s") % {"unit": diploma.unit} if diploma.unit else ""
    paper.text(text, unit, 15, align="centre", lines=2, smallest=9)
    place = _("Place %(place)s") % {"place": diploma.place} if diploma.of_places > 1 else ""
    paper.text(
        what, " · ".join(filter(None, [diploma.award, place])), 24, bold=True, align="centre", lines=2, smallest=13
    )
    paper.text(result, diploma.result, 12, align="centre")
    _signing(paper, room.below(room.height - SIGNING))
    paper.next_page()


def _split(room: Box) -> list[Box]:
    return room.rows([1.5, 0.7, 2.2, 2.4, 0.9, 1, 1.7, 0.8])


def _signing(paper: Paper, room: Box) -> None:
    """Draw lines for the date and two signatures."""
    for box, label in zip(room.columns([1, 1, 1]), [_("Date"), *_signers()], strict=True):
        line = box.inset(6 * mm, 0)
        y = line.bottom - 9 * mm
        paper.rule(line.x, y, line.right, y)
        paper.text(Box(line.x, y + mm, line.width, 7 * mm), label, 10, align="centre", grey=True)


def _signers() -> list[str]:
    return [_("Chief referee"), _("Organizing committee")]


def _note(winner: Winner) -> str:
    """Return the reason of an award; a number is the points of a hand."""
    return winner.note if winner.points is None else _("%(points)d points") % {"points": winner.points}


def _result(winner: Winner) -> str:
    if winner.table_points is None or winner.competition_points is None:
        return _note(winner)
    figures = {"tp": rounded(winner.table_points), "cp": _figure(winner.competition_points)}
    return _("%(tp)s table points, %(cp)s competition points") % figures


def _figure(points: int | Fraction) -> str:
    return signed(points) if isinstance(points, int) else rounded(points)


def _where(event: "Event") -> str:
    """Return place and dates of the event in one line."""
    return " · ".join(filter(None, [event.venue, day_range(event.starts, event.ends)]))


def _watermark(order: Order) -> str:
    return order.watermark or (_("Draft") if order.content["draft"] else "")


def _furniture(order: Order, title: str) -> Furniture:
    return replace(order.furniture(title), watermark=_watermark(order))


def _content(event: "Event", _language: str) -> dict[str, Any]:
    """Return the awards with public names, and with real names for the diplomas that winners receive."""
    return {
        "public": Winners(event).awards_with_winners(),
        "own": Winners(event, own_names=True).awards_with_winners(),
        "draft": bool(against_beginning(event)),
    }


AWARD_PAPERS = [
    Kind(
        "awards",
        gettext_lazy("List of awards"),
        gettext_lazy(
            "Who gets which award and place, to be announced and signed. It includes results that are still held back."
        ),
        award_list,
        content=_content,
        seats=False,
        when=When.AFTER,
    ),
    Kind(
        "diplomas",
        gettext_lazy("Diplomas"),
        gettext_lazy("One page for each award winner, and for each member of a team, with lines for signatures."),
        diplomas,
        content=_content,
        seats=False,
        when=When.AFTER,
    ),
]
