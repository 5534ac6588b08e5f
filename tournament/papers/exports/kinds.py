"""Kinds of papers based on the seats; other rooms declare theirs in the same way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.papers.exports.chart import chart
from tournament.papers.exports.equipment import equipment, equipment_content, equipment_parts
from tournament.papers.exports.oath import oath
from tournament.papers.exports.order import Order
from tournament.papers.exports.player_cards import player_cards
from tournament.papers.exports.seat_lists import list_by_name, list_by_team
from tournament.papers.exports.seats_workbook import seats_workbook
from tournament.papers.exports.signs import signs
from tournament.papers.exports.table_seats import table_seats
from tournament.papers.selectors import Parts, chart_parts, oath_players, player_parts, table_parts, whole_parts
from tournament.registration.selectors.applications import oath_of, own_oath_of
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event


class Of(StrEnum):
    """The numbering of the parts of a paper: players, tables, the tables of sessions (`part_of`), or none.

    A paper of WHOLE has no parts.
    """

    PLAYERS = "players"
    TABLES = "tables"
    SHEETS = "sheets"
    WHOLE = "whole"


class When(StrEnum):
    """When a paper is needed."""

    PLANNING = "planning"
    BEFORE = "before"
    SESSION = "session"
    RESULTS = "results"
    AFTER = "after"


#: Above the number of tables of any event.
TABLES_BELOW = 10_000


def part_of(session: int, table: int) -> int:
    """Return the number of the part for one table of one session."""
    return session * TABLES_BELOW + table


def session_and_table(part: int) -> tuple[int, int]:
    """Return session and table of a part numbered by `part_of`."""
    return divmod(part, TABLES_BELOW)


def _no_content(_event: "Event", _language: str) -> dict[str, Any]:
    return {}


def lacks_nothing(_event: "Event") -> str:
    """Return no reason: every event has the contents of the paper."""
    return ""


def _no_parts(_event: "Event", _seating: Seating, _address: str) -> Parts:
    return {}


@dataclass(frozen=True)
class Kind:
    """One kind of paper: its name, its labels, and the function that makes it.

    ``contents`` are optional contents to choose from: name -> label. ``results``: it shows results, either the released
    ones or all that count so far. ``weight``: it needs the event's weight in the federation's ranking. ``digests``
    returns digests of its parts, to detect changes (none: it never changes); ``content`` reads the data needed besides
    the seats. ``seats``: it needs seats, ``address``: it has QR codes, ``blank``: it can also be made without names.
    ``endings`` are its file formats; ``bilingual``: also available in Chinese and English side by side. ``lacks``
    returns the reason why the event has no contents for it, empty if it has. ``when`` it is needed; ``codes``: it is
    printed with new codes, which end those printed before.
    """

    name: str
    title: str | Promise
    description: str | Promise
    make: Callable[[Order], bytes]
    of: Of = Of.WHOLE
    endings: tuple[str, ...] = ("pdf",)
    sizes: tuple[str, ...] = ("A4",)
    digests: Callable[["Event", Seating, str], Parts] = _no_parts
    content: Callable[["Event", str], Mapping[str, Any]] = _no_content
    seats: bool = True
    address: bool = False
    blank: bool = False
    bilingual: bool = False
    results: bool = False
    weight: bool = False
    contents: Mapping[str, str | Promise] = field(default_factory=dict)
    lacks: Callable[["Event"], str] = lacks_nothing
    when: When = When.BEFORE
    codes: bool = False


def _oath_content(event: "Event", language: str) -> dict[str, Any]:
    own = bool(own_oath_of(event, language))
    return {"players": oath_players(event), "oath": oath_of(event, language), "own": own}


EQUIPMENT = Kind(
    "equipment",
    _("Equipment and site"),
    _("What the rules ask of equipment and hall (3.5.5), with who confirmed it, or lines to fill in."),
    equipment,
    digests=equipment_parts,
    content=equipment_content,
    seats=False,
)
SEAT_PAPERS = [
    Kind(
        "chart",
        _("Chart"),
        _("For every session which numbers start where, to hang up in the hall (App. 3)."),
        chart,
        sizes=("A3", "A4"),
        digests=chart_parts,
    ),
    Kind(
        "by-name",
        _("Seats by name"),
        _("All players by name, with table and wind of each session."),
        list_by_name,
        sizes=("A4", "A3"),
        digests=whole_parts,
    ),
    Kind(
        "by-team",
        _("Seats by team"),
        _("The same for each team, for its leader."),
        list_by_team,
        sizes=("A4", "A3"),
        digests=whole_parts,
    ),
    Kind(
        "workbook",
        _("Seats as a workbook"),
        _("The three lists as worksheets of an XLSX file."),
        seats_workbook,
        endings=("xlsx",),
        digests=whole_parts,
    ),
    Kind(
        "player-cards",
        _("Player cards"),
        _("For each player: number, name, seat in each session and a QR code to their page."),
        player_cards,
        of=Of.PLAYERS,
        digests=player_parts,
        address=True,
    ),
    Kind(
        "table-seats",
        _("Seats at each table"),
        _("A sheet to put on each table: who sits there in every session."),
        table_seats,
        of=Of.TABLES,
        digests=table_parts,
    ),
    Kind(
        "oath",
        _("The player's oath"),
        _("To be signed by every player (App. 2), blank or with the names."),
        oath,
        of=Of.PLAYERS,
        content=_oath_content,
        seats=False,
        blank=True,
    ),
    EQUIPMENT,
    Kind(
        "signs",
        _("Signs for the hall"),
        _("东 where East is, 品 for good character and 静 for quiet (3.5.5.8)."),
        signs,
        sizes=("A4", "A3"),
        seats=False,
    ),
]
