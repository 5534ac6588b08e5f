"""Every kind of paper, the choice of its parts, and the making of its file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Refused
from common.paper import NoSuchPageError, only_pages
from scoring.display.exports import AWARD_PAPERS
from scoring.fouls.exports import FOUL_RECORD
from scoring.papers.exports.code_cards import player_codes, table_cards
from scoring.papers.exports.dossier import DOSSIER
from scoring.papers.exports.federation import FEDERATION
from scoring.papers.exports.results.papers import LIVE_PART, RESULT_PAPERS
from scoring.papers.exports.score_sheet_papers import EMPTY_SHEETS, FILLED_SHEETS
from scoring.papers.exports.score_sheet_words import Words
from scoring.papers.exports.session_pack import SESSION_PACK, card_tables, holds, is_chart
from scoring.papers.selectors.results_report import ResultsReport
from scoring.papers.selectors.score_sheets import unconfirmed
from scoring.sheets.rules.codes import new_player_codes, new_table_access
from scoring.standings.selectors.standings import last_counted, last_released
from tournament.papers.exports.kinds import SEAT_PAPERS, Kind, Of, place_of
from tournament.papers.exports.order import Order
from tournament.papers.selectors import (
    WHOLE,
    Parts,
    address_of,
    changed_parts,
    oath_players,
    printed_of,
    table_card_parts,
)
from tournament.seating.selectors.seating import Seating, seating_of

if TYPE_CHECKING:
    from tournament.events.models.events import Event

TABLE_CARDS = Kind(
    "table-cards",
    gettext_lazy("Table cards"),
    gettext_lazy(
        "For each table its number and a QR code with six characters that open the table's sheet on a phone. Each card "
        "made ends the one before."
    ),
    table_cards,
    of=Of.TABLES,
    digests=table_card_parts,
    address=True,
)
PLAYER_CODES = Kind(
    "player-codes",
    gettext_lazy("Personal codes"),
    gettext_lazy("For each player a slip with the code that signs sheets. Each code made ends the one before."),
    player_codes,
    of=Of.PLAYERS,
    facts=lambda event, language: {"players": oath_players(event)},
    seats=False,
)
SHEET_PAPERS = [SESSION_PACK, EMPTY_SHEETS, FILLED_SHEETS, TABLE_CARDS, PLAYER_CODES, FOUL_RECORD]
PAPERS: dict[str, Kind] = {
    kind.name: kind for kind in [*SEAT_PAPERS, *SHEET_PAPERS, *RESULT_PAPERS, *AWARD_PAPERS, FEDERATION, DOSSIER]
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
    federation's ranking; ``codes``: False for sheets without QR codes, which need no address.
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
    codes: bool = True


@dataclass(frozen=True)
class Made:
    """A file, and the digests of its parts by number (as text).

    ``codes``: number of a table or player -> the code printed on it, which is not valid until it is issued.
    """

    data: bytes
    file_name: str
    parts: dict[str, str]
    codes: Mapping[int, Any] = field(default_factory=dict)


class Papers:
    """The papers of an event in its current state."""

    def __init__(self, event: "Event") -> None:
        self.event = event
        self.found = seating_of(event)
        self.seating = self.found or Seating(0, [])
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
        found = changed_parts(self.digests(kind), printed) if printed else []
        if printed and kind.results:
            found = [part for part in found if str(part) in printed.parts]
        if printed and kind.of is Of.SHEETS:
            begun = {place_of(int(part))[0] for part in printed.parts}
            found = [part for part in found if place_of(part)[0] in begun]
        return found

    def numbers(self, kind: Kind) -> list[int]:
        """Return the numbers of all parts: players or tables."""
        if kind.of in (Of.TABLES, Of.SHEETS):
            return list(self.seating.by_table)
        if kind.of is Of.PLAYERS and kind.seats:
            return [way.player.number for way in self.seating.ways if way.player.number and way.seats]
        return [player.number for player in oath_players(self.event) if player.number] if kind.of is Of.PLAYERS else []

    def missing(self, kind: Kind, *, codes: bool = True) -> str:
        """Return why the paper cannot be made now, as a sentence; empty if it can. ``codes``: with QR codes."""
        if kind.seats and self.found is None:
            return _("Nobody has a seat yet.")
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
        there = self.numbers(kind)
        if kind.of is Of.SHEETS:
            sessions = set(choice.sessions) or set(self.seating.by_session)
            there = sorted(part for part in self.digests(kind) if place_of(part)[0] in sessions)
        if kind.contents:
            there = [part for part in there if holds(part, _contents(kind, choice))]
        if choice.which == OPEN:
            there = [part for part in there if place_of(part) in unconfirmed(self.event)]
        if choice.which == CHANGED:
            there = [part for part in self.changed(kind) if part in there]
        if choice.which == NUMBERS:
            there = [part for part in there if is_chart(kind, part) or _number(kind, part) in set(choice.numbers)]
        if not there:
            raise Refused(_nothing_of(choice))
        return there


def _nothing_of(choice: Choice) -> str:
    """Return why a choice has no parts, as a sentence."""
    if choice.which == OPEN:
        return _("All these sheets are confirmed.")
    if choice.which == CHANGED:
        return _("Nothing is new or changed since they were made.")
    return _("There is nothing to be made of this choice.")


def _contents(kind: Kind, choice: Choice) -> list[str]:
    return list(choice.contents or kind.contents)


def _number(kind: Kind, part: int) -> int:
    """Return the number by which people choose a part: a sheet's table, else the part's number."""
    return place_of(part)[1] if kind.of is Of.SHEETS else part


def make_paper(event: "Event", choice: Choice, *, total: Callable[[int], None], step: Callable[[], None]) -> Made:
    """Make the chosen paper; ``total`` gets the number of its parts, ``step`` is called after each.

    It writes nothing to the database. Raises Refused if something is missing.
    """
    papers, kind = Papers(event), PAPERS[choice.paper]
    sentence = papers.missing(kind, codes=choice.codes) or _missing_results(papers, kind, choice)
    if sentence:
        raise Refused(sentence)
    numbers = papers.chosen(choice)
    if numbers is not None:
        total(max(1, len(numbers)))
    codes = _new_codes(kind, numbers or [], _contents(kind, choice))
    ending = choice.ending if choice.ending in kind.endings else kind.endings[0]
    with translation.override(Words(choice.language).main), only_pages(choice.pages):
        data = _data(kind, _order(papers, choice, ending, numbers, codes, total, step))
    digests = papers.digests(kind)
    whole = LIVE_PART if kind.results and choice.view == LIVE else WHOLE
    wanted = [whole] if numbers is None else numbers
    parts = {str(number): digests[number] for number in wanted if number in digests}
    name = f"{event.slug}-{kind.name}-{choice.language.replace('+', '-')}.{ending}"
    return Made(data, name, parts, codes)


def _missing_results(papers: Papers, kind: Kind, choice: Choice) -> str:
    """Return why the chosen results cannot be shown; empty if they can."""
    if kind.results and choice.view not in papers.views:
        return _("No session is released yet.")
    return ""


def _new_codes(kind: Kind, numbers: list[int], contents: list[str]) -> Mapping[int, Any]:
    """Return the new codes for the parts of a paper, by number; empty for papers without codes."""
    if kind in (TABLE_CARDS, SESSION_PACK):
        return new_table_access(numbers if kind is TABLE_CARDS else card_tables(numbers, contents))
    return new_player_codes(numbers) if kind is PLAYER_CODES else {}


def _order(
    papers: Papers,
    choice: Choice,
    ending: str,
    numbers: Sequence[int] | None,
    codes: Mapping[int, Any],
    total: Callable[[int], None],
    step: Callable[[], None],
) -> Order:
    kind, event = PAPERS[choice.paper], papers.event
    facts = {
        **kind.facts(event, choice.language),
        "codes": codes,
        "contents": _contents(kind, choice),
        "weight": choice.weight,
    }
    report = ResultsReport(event, live=choice.view == LIVE) if kind.results else None
    return Order(
        event=event,
        language=choice.language,
        at=timezone.now(),
        seating=Seating(0, []) if kind.results else papers.seating,
        size=choice.size,
        ending=ending,
        parts=None if numbers is None else frozenset(numbers),
        address=papers.address if choice.codes else "",
        seal=event.head.audit_hash,
        facts={**facts, "report": report} if report else facts,
        unreleased=bool(report and report.unreleased),
        total=total,
        step=step,
    )


def _data(kind: Kind, order: Order) -> bytes:
    try:
        return kind.make(order)
    except NoSuchPageError as error:
        words = ngettext("The file has %(count)d page only.", "The file has %(count)d pages only.", error.pages)
        raise Refused(words % {"count": error.pages}) from None
