"""The report of a foul as the referee enters it, and the check of its location."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.actions.errors import Refused
from scoring.fouls.rules.catalogue import EVENT, HAND, SESSION
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import sitter_at
from scoring.game.rules.games import game_of
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import NOBODY
from scoring.sheets.services.facts.hand_numbers import check_hand_number
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class FoulReport:
    """The input of `record_foul`.

    ``kind`` and ``outcome`` are codes of the catalogue. Where: ``seat`` of ``sheet`` in hand ``hand_no`` (0: between
    hands), or ``entry`` in ``session``, or ``entry`` alone for the whole event. ``effects`` None: the proposed penalty
    applies; otherwise the referee chose ``effects``, ``points`` and ``payee`` ("nobody", "each", a seat; in a session
    ``paid_to``). ``occurrence``: the repetition (1 = first) that the form showed. Not ``admissible``: raised after play
    went on, recorded without effect (3.11.6.11(7)). ``notes`` and ``witnesses`` are the evidence.
    """

    kind: str
    outcome: str = ""
    sheet: Sheet | None = None
    seat: str = ""
    hand_no: int = 0
    session: Session | None = None
    entry: Entry | None = None
    effects: Collection[str] | None = None
    points: int = 0
    payee: str = NOBODY
    paid_to: Entry | None = None
    article: str = ""
    title: str = ""
    tiles: str = ""
    remark: str = ""
    admissible: bool = True
    occurrence: int | None = None
    notes: str = ""
    witnesses: str = ""


@dataclass(frozen=True)
class Location:
    """Where a foul happened (a hand at a table, a session, or the event) and which player committed it."""

    scope: str
    session: Session | None
    sheet: Sheet | None = None
    seat: str = ""
    hand_no: int = 0
    entry: Entry | None = None
    name: str = ""


def location_of(event: Event, kind: CatalogueEntry, report: FoulReport) -> Location:
    """Check the location: a hand or session for a foul at a table, otherwise a session or the event."""
    sheet, session, entry = report.sheet, report.session, report.entry
    if sheet is not None:
        if sheet.table.session.event_id != event.pk:
            raise Refused(_("This is a table of another event."), where="sheet")
        sitting = sitter_at(sheet, report.seat, report.hand_no)
        if sitting is None:
            raise Refused(_("This seat has no player."), where="seat")
        check_hand_number(game_of(event.rules), report.hand_no, "hand_no")
        scope = kind.scope if sitting.entry or kind.scope == HAND else HAND
        return Location(scope, sheet.table.session, sheet, report.seat, report.hand_no, sitting.entry, sitting.name)
    if entry is None or entry.event_id != event.pk or (session is not None and session.event_id != event.pk):
        raise Refused(_("This is a player of another event."), where="entry")
    scope = EVENT if session is None or kind.scope == EVENT else SESSION
    return Location(scope, session, entry=entry)
