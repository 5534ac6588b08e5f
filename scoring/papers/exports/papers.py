"""Every kind of paper, and the choice of its parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from scoring.display.exports import AWARD_PAPERS
from scoring.federation.exports import FEDERATION_PAPERS
from scoring.fouls.exports.record import FOUL_RECORD
from scoring.fouls.exports.table_record import TABLE_RECORDS
from scoring.papers.exports.code_cards import player_codes, table_cards
from scoring.papers.exports.dossier import DOSSIER
from scoring.papers.exports.event_report import EVENT_REPORT
from scoring.papers.exports.federation import FEDERATION
from scoring.papers.exports.results.papers import RESULT_PAPERS
from scoring.papers.exports.score_sheets.papers import EMPTY_SHEETS, FILLED_SHEETS
from scoring.papers.exports.seat_rotation import SEAT_ROTATION
from scoring.papers.exports.session_pack import SESSION_PACK, holds, is_chart
from scoring.papers.selectors.score_sheets import unconfirmed
from scoring.sheets.selectors.codes.table_codes import player_code_numbers, table_codes
from scoring.standings.selectors.standings import last_counted, last_released
from tournament.papers.exports.kinds import SEAT_PAPERS, Kind, Of, session_and_table
from tournament.papers.selectors import Parts, address_of, changed_parts, oath_players, printed_of, table_card_parts
from tournament.seating.selectors.seating import Seating, seating_of

if TYPE_CHECKING:
    from tournament.events.models.events import Event

TABLE_CARDS = Kind(
    "table-cards",
    gettext_lazy("Table cards"),
    gettext_lazy(
        "A card for each table: its number, and a QR code and six characters that open the table's "
        "sheet on a phone. A new card replaces the old one."
    ),
    table_cards,
    of=Of.TABLES,
    digests=table_card_parts,
    address=True,
    codes=True,
)
PLAYER_CODES = Kind(
    "player-codes",
    gettext_lazy("Personal codes"),
    gettext_lazy("A slip for each player with the code for signing sheets. A new code replaces the old one."),
    player_codes,
    of=Of.PLAYERS,
    content=lambda event, _language: {"players": oath_players(event)},
    seats=False,
    codes=True,
)
SHEET_PAPERS = [
    SESSION_PACK,
    EMPTY_SHEETS,
    FILLED_SHEETS,
    TABLE_CARDS,
    PLAYER_CODES,
    FOUL_RECORD,
    TABLE_RECORDS,
    SEAT_ROTATION,
]
PAPERS: dict[str, Kind] = {
    kind.name: kind
    for kind in [
        *SEAT_PAPERS,
        *SHEET_PAPERS,
        *RESULT_PAPERS,
        *AWARD_PAPERS,
        EVENT_REPORT,
        FEDERATION,
        *FEDERATION_PAPERS,
        DOSSIER,
    ]
}
#: The results that a paper shows: the public ones, or all that count so far.
RELEASED, LIVE = "released", "live"
#: The parts of a paper that are made. OPEN: the sheets that are not confirmed.
ALL, CHANGED, NUMBERS, BLANK, OPEN = "all", "changed", "numbers", "blank", "open"


@dataclass(frozen=True)
class Choice:
    """A requested paper: its name, language ("zh-hans"), size and file ending, and the choice of its parts.

    ``numbers``: players or tables for NUMBERS. Empty ``sessions``, ``contents`` and ``pages`` mean all. ``view``: the
    results to show; ``pages``: the pages of the finished file to keep; ``weight``: the event's weight in the
    federation's ranking, ``weight_column``: whether its workbook has a column for it; ``codes``: False for sheets
    without QR codes, which need no address.
    """

    paper: str
    language: str
    size: str = "A4"
    which: str = ALL
    numbers: Sequence[int] = ()
    sessions: Sequence[int] = ()
    ending: str = "pdf"
    view: str = RELEASED
    pages: Sequence[int] = ()
    contents: Sequence[str] = ()
    weight: str = ""
    weight_column: bool = True
    codes: bool = True


class Papers:
    """The papers of an event in its current state."""

    def __init__(self, event: "Event") -> None:
        self.event = event
        self.seated = seating_of(event)
        self.seating = self.seated or Seating(0, [])
        self.address = address_of(event)
        self.printed = printed_of(event)
        self._digests: dict[object, Parts] = {}

    def digests(self, kind: Kind) -> Parts:
        """Return the digests of a paper's parts; papers with the same content share them."""
        if kind.digests not in self._digests:
            self._digests[kind.digests] = kind.digests(self.event, self.seating, self.address)
        return self._digests[kind.digests]

    def changed(self, kind: Kind) -> list[int]:
        """Return the parts that changed since they were made, or are new; empty if the paper was never made.

        Sheets of sessions that were never made are not new.
        """
        printed = self.printed.get(kind.name)
        if not printed:
            return []
        changed = changed_parts(self.digests(kind), printed)
        if kind.results:
            changed = [part for part in changed if str(part) in printed.parts]
        if kind.of is Of.SHEETS:
            begun = {session_and_table(int(part))[0] for part in printed.parts}
            changed = [part for part in changed if session_and_table(part)[0] in begun]
        return changed

    def numbers(self, kind: Kind) -> list[int]:
        """Return the numbers of all parts: players or tables."""
        if kind.of in (Of.TABLES, Of.SHEETS):
            return list(self.seating.by_table)
        if kind.of is Of.PLAYERS and kind.seats:
            return [way.player.number for way in self.seating.ways if way.player.number and way.seats]
        return [player.number for player in oath_players(self.event) if player.number] if kind.of is Of.PLAYERS else []

    def missing(self, kind: Kind, *, codes: bool = True) -> str:
        """Return why the paper cannot be made now, as a sentence; empty if it can. ``codes``: with QR codes."""
        if kind.seats and self.seated is None:
            return _("No seats are assigned yet.")
        if kind.address and codes and not self.address:
            return _("The address in the QR codes is not chosen yet.")
        if kind.results and not self.views:
            return _("There are no results yet.")
        return kind.lacks(self.event)

    @cached_property
    def views(self) -> list[str]:
        """The views that have results: RELEASED, LIVE."""
        last_sessions = {RELEASED: last_released(self.event), LIVE: last_counted(self.event)}
        return [view for view, last in last_sessions.items() if last]

    def chosen(self, choice: Choice) -> list[int] | None:
        """Return the numbers of the chosen parts; None: the paper is made as a whole. Refused if no part is left."""
        kind = PAPERS[choice.paper]
        if kind.of is Of.WHOLE:
            return None
        if choice.which == BLANK:
            return []
        parts = self.numbers(kind)
        if kind.of is Of.SHEETS:
            sessions = set(choice.sessions) or set(self.seating.by_session)
            parts = sorted(part for part in self.digests(kind) if session_and_table(part)[0] in sessions)
        if kind.contents:
            parts = [part for part in parts if holds(part, contents_of(kind, choice))]
        if choice.which == OPEN:
            parts = [part for part in parts if session_and_table(part) in unconfirmed(self.event)]
        if choice.which == CHANGED:
            parts = [part for part in self.changed(kind) if part in parts]
        if choice.which == NUMBERS:
            parts = [part for part in parts if is_chart(kind, part) or _number(kind, part) in set(choice.numbers)]
        if not parts:
            raise Refused(_nothing_of(choice))
        return parts


def codes_in_use(event: "Event", kind: Kind) -> set[int]:
    """Return the numbers of the tables, or players, with a valid code of this paper with codes."""
    return set(player_code_numbers(event) if kind is PLAYER_CODES else table_codes(event))


def _nothing_of(choice: Choice) -> str:
    """Return why a choice has no parts, as a sentence."""
    if choice.which == OPEN:
        return _("All these sheets are confirmed.")
    if choice.which == CHANGED:
        return _("Nothing is new or changed since the last time.")
    return _("There is nothing to make for this choice.")


def contents_of(kind: Kind, choice: Choice) -> list[str]:
    """Return the chosen contents of a paper; all if none is chosen."""
    return list(choice.contents or kind.contents)


def _number(kind: Kind, part: int) -> int:
    """Return the number by which people choose a part: a sheet's table, else the part's number."""
    return session_and_table(part)[1] if kind.of is Of.SHEETS else part
