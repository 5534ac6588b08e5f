"""The choices on the way to a foul: at a table with seat and hand, or of a player in a session or the event."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from common.numbers import number_in
from scoring.fouls.rules.catalogue import FREE, HAND, ONE
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.sheets.rules.entering import EACH, NOBODY, penalty_rows
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.entries import Entry
from tournament.wording import WIND_NAMES
from web.floor.access import Floor
from web.floor.fouls.choices import Recording
from web.shared.seats_now import SeatNow, seats_now


class TableRecording(Recording):
    """A foul at a table, with seat and hand."""

    def __init__(self, floor: Floor, facts: SheetFacts, query: Mapping[str, str]) -> None:
        super().__init__(floor, query)
        self.sheet_facts = facts
        self.sheet = facts.sheet
        self.session = facts.sheet.table.session
        self.seat = query["seat"] if query.get("seat") in facts.seats else ""
        hand = number_in(query.get("hand", ""), most=facts.game.terms.last_hand)
        self.hand_no = facts.next_hand if hand is None else hand

    def sitter(self, seat: str) -> Any:
        """Return the sitting of the person on the seat in the chosen hand."""
        rows = [row for row in self.sheet_facts.sittings if row.seat == seat and row.from_hand <= max(self.hand_no, 1)]
        return max(rows, key=lambda row: row.from_hand)

    def called(self, seat: str) -> str:
        """Return the name of the person on the seat."""
        sitting = self.sitter(seat)
        return str(sitting.entry) if sitting.entry else sitting.name

    @property
    def entry(self) -> Entry | None:
        return self.sitter(self.seat).entry if self.seat else None

    @property
    def name(self) -> str:
        return self.sitter(self.seat).name if self.seat else ""

    @property
    def address(self) -> str:
        table = self.sheet_facts.sheet.table
        return reverse("floor:foul-table", args=[self.event.slug, table.session.number, table.number])

    def chosen(self) -> dict[str, Any]:
        return {"seat": self.seat, "hand": self.hand_no}

    def players(self) -> list[tuple[SeatNow, str, bool]]:
        """Return (person, URL that chooses it, chosen) of each seat, by the winds of the chosen hand."""
        kind = {"kind": self.kind.code, "outcome": self.outcome} if self.kind else {}
        people = seats_now(self.sheet_facts, self.hand_no)
        return [(person, self.url_with(seat=person.seat, **kind), person.seat == self.seat) for person in people]

    def hands(self) -> list[tuple[int, str, bool]]:
        """Return (number, URL that chooses it, chosen) of each hand; number 0: between hands."""
        kind = {"kind": self.kind.code, "outcome": self.outcome} if self.kind else {}
        numbers = [0, *self.sheet_facts.course.deals]
        return [(no, self.url_with(hand=no, **kind), no == self.hand_no) for no in numbers]

    def payees(self) -> list[tuple[str, str]]:
        people = [person for person in seats_now(self.sheet_facts, self.hand_no) if person.seat != self.seat]
        played = [person for person in people if person.seat in self.sheet_facts.played_seats]
        seats = [(person.seat, f"{WIND_NAMES[person.wind]} · {person.name}") for person in played]
        return [(NOBODY, _("nobody")), (EACH, _("each of the others")), *seats]

    def location(self) -> dict[str, Any]:
        return {"sheet": self.sheet, "seat": self.seat, "hand_no": self.hand_no}

    def moves(self, points: int, payee: str) -> list[tuple[str, int]]:
        if payee == ONE or not points:
            return []
        moved = penalty_rows(self.seat, points, payee, self.sheet_facts.played_seats)  # type: ignore[arg-type]
        return [(self.called(seat), change) for seat, change in moved.items()]


class PlayerRecording(Recording):
    """A foul of a player without a table, in a session or in the whole event."""

    def __init__(self, floor: Floor, entry: Entry, query: Mapping[str, str]) -> None:
        super().__init__(floor, query)
        self.player = entry
        chosen = number_in(query.get("session", str(floor.session_now)))
        self.session = floor.event.sessions.filter(number=chosen).first() if chosen is not None else None

    @property
    def entry(self) -> Entry | None:
        return self.player

    @property
    def address(self) -> str:
        return reverse("floor:foul-player-new", args=[self.event.slug])

    def chosen(self) -> dict[str, Any]:
        return {"number": self.player.number, "session": self.session.number if self.session else ""}

    def sessions(self) -> list[tuple[str, str, bool]]:
        """Return (label, URL that chooses it, chosen) of each session and of the whole event."""
        kind = {"kind": self.kind.code, "outcome": self.outcome} if self.kind else {}
        now = self.session.number if self.session else None
        numbers = self.event.sessions.values_list("number", flat=True)
        whole = [(_("the whole event"), self.url_with(session="", **kind), now is None)]
        return [(str(number), self.url_with(session=number, **kind), number == now) for number in numbers] + whole

    def offers(self, kind: CatalogueEntry) -> bool:
        return kind.scope != HAND or kind.code == FREE

    def location(self) -> dict[str, Any]:
        return {"session": self.session, "entry": self.player}
