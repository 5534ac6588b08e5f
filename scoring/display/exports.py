"""The papers of the ceremony: the list of who has which award, and a diploma for each person."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.paper import A4, Box, Furniture, Paper, landscape, mm
from common.paper.lists import Column, Row, rows_of
from common.templatetags.pinju import country, signed
from scoring.display.selectors.ceremony import Given, Winner, Winners, against_beginning
from scoring.game.rules.table_points import rounded
from tournament.papers.exports.kinds import Kind
from tournament.papers.exports.order import SIZES, Order

if TYPE_CHECKING:
    from scoring.display.models.ceremonies import Award
    from tournament.events.models.events import Event

#: The lines to be signed, and the space for them.
SIGNING = 30 * mm
#: So many members of a team stand on the page of their team at least.
MOST_KEPT = 5


class Diploma(NamedTuple):
    """One diploma: whose name stands on it, what it is for."""

    name: str
    latin_name: str
    award: str
    place: int
    of_places: int
    unit: str
    result: str


BLANK = Diploma("", "", "", 1, 1, "", "")


def award_title(award: "Award") -> str:
    """What an award is called."""
    return award.title or str(award.get_kind_display())


def award_list(order: Order) -> bytes:
    """Every award with its places, for who announces them; signed at the end."""
    what = _("List of awards")
    paper = Paper(what, language=order.language, size=SIZES[order.size], furniture=_furniture(order, what))
    room = paper.body.below(paper.body.height - SIGNING)
    columns = [
        Column(_("Rank"), 1, "right", bold=True),
        Column(_("Award winner"), 6, bold=True),
        Column(_("Team, country"), 6),
        Column(_("Table points"), 2.3, "right"),
        Column(_("Competition points"), 3.4, "right"),
        Column(_("What for"), 4),
    ]
    rows = [row for given in order.facts["public"] for row in _rows(given)]
    foot = partial(_signing, paper, room)
    rows_of(paper, columns, rows, title=what, height=8 * mm, size=9.5, free=SIGNING, foot=foot)
    return paper.finished()


def diplomas(order: Order) -> bytes:
    """A page for each person: who has an award, each member of a team, whoever counts for a group.

    While nobody has an award, one page to fill in by hand.
    """
    paper = Paper(_("Diplomas"), language=order.language, size=landscape(A4), margin=14 * mm)
    for diploma in list(_diplomas(order.facts["own"])) or [BLANK]:
        _page(paper, order, diploma)
        order.step()
    return paper.finished()


def _rows(given: Given) -> Iterator[Row]:
    # With the first winner and the members that must stand under it.
    yield Row(
        section=award_title(given.award), keep=1 + min(len(given.winners[0].members) if given.winners else 0, MOST_KEPT)
    )
    if not given.winners:
        yield Row(("", _("Not awarded"), "", "", "", ""))
    for one in given.winners:
        latin = f" {one.latin_name}" if one.latin_name and one.latin_name != one.name else ""
        of = ", ".join(filter(None, [one.team, country(one.country) if one.country else ""]))
        table = rounded(one.table_points) if one.table_points is not None else ""
        competition = _figure(one.competition_points) if one.competition_points is not None else ""
        # The name of a team goes on over the column in which its members stand below.
        row = (one.place, one.name + latin, of or None, table, competition, _note(one))
        yield Row(row, keep=min(len(one.members), MOST_KEPT))
        # Each in a line: all four of a team beside its name would be cut.
        yield from (Row(("", "", member.name, None, None, None)) for member in one.members)


def _diplomas(given: list[Given]) -> Iterator[Diploma]:
    for one in given:
        for winner in one.winners:
            title, result = award_title(one.award), _result(winner)
            if winner.kind == "player":
                yield Diploma(winner.name, winner.latin_name, title, winner.place, one.award.places, "", result)
            for member in winner.members:
                yield Diploma(
                    member.name, member.latin_name, title, winner.place, one.award.places, winner.name, result
                )


def _page(paper: Paper, order: Order, diploma: Diploma) -> None:
    outer = paper.body
    paper.frame(outer, 2.2)
    paper.frame(outer.inset(2.5 * mm), 0.5)
    room = outer.inset(22 * mm, 14 * mm)
    if watermark := _watermark(order):
        paper.watermark(watermark)
    event, where, title, name, latin, text, what, result = _split(room.top(room.height - SIGNING))
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
    """The date and two signatures, on lines."""
    for box, who in zip(room.columns([1, 1, 1]), [_("Date"), *_signers()], strict=True):
        line = box.inset(6 * mm, 0)
        y = line.bottom - 9 * mm
        paper.rule(line.x, y, line.right, y)
        paper.text(Box(line.x, y + mm, line.width, 7 * mm), who, 10, align="centre", grey=True)


def _signers() -> list[str]:
    return [_("Chief referee"), _("Organizing committee")]


def _note(winner: Winner) -> str:
    """What an award is for; a figure is the points of a hand."""
    return winner.note if winner.points is None else _("%(points)d points") % {"points": winner.points}


def _result(winner: Winner) -> str:
    if winner.table_points is None or winner.competition_points is None:
        return _note(winner)
    figures = {"tp": rounded(winner.table_points), "cp": _figure(winner.competition_points)}
    return _("%(tp)s table points, %(cp)s competition points") % figures


def _figure(points: int | Fraction) -> str:
    return signed(points) if isinstance(points, int) else rounded(points)


def _where(event: "Event") -> str:
    """Place and days of the event in one line."""
    days = [date_format(day, "DATE_FORMAT") for day in (event.starts, event.ends) if day]
    return " · ".join(filter(None, [event.place, " – ".join(dict.fromkeys(days))]))


def _watermark(order: Order) -> str:
    return order.watermark or (_("Draft") if order.facts["draft"] else "")


def _furniture(order: Order, what: str) -> Furniture:
    return replace(order.furniture(what), watermark=_watermark(order))


def _facts(event: "Event", language: str) -> dict[str, Any]:
    """Who has which award: by public names, and by the own ones for what is handed to themselves."""
    return {
        "public": Winners(event).given(),
        "own": Winners(event, own_names=True).given(),
        "draft": bool(against_beginning(event)),
    }


AWARD_PAPERS = [
    Kind(
        "awards",
        gettext_lazy("List of awards"),
        gettext_lazy("Who has which award and place, to be announced and signed. It tells what is held back."),
        award_list,
        facts=_facts,
        seats=False,
    ),
    Kind(
        "diplomas",
        gettext_lazy("Diplomas"),
        gettext_lazy("A page for each person with an award, for each member of a team, with lines to sign."),
        diplomas,
        facts=_facts,
        seats=False,
    ),
]
