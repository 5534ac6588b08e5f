"""The choices on the way to a foul: location, player, kind and outcome."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from common.i18n.search import finds, folded
from common.numbers import number_in
from scoring.fouls.models import Foul
from scoring.fouls.rules.catalogue import FREE, HAND, ONE
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import catalogue_of, occurrence_of, regime_of
from scoring.fouls.selectors.labels import translated
from scoring.fouls.services.foul_reports import FoulReport
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import EACH, NOBODY, penalty_rows
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.wording import WIND_NAMES
from web.floor.access import Floor
from web.floor.fouls.forms import FoulForm
from web.shared.seats_now import SeatNow, seats_now

#: The ten most frequent kinds, in their order; the rest of the catalogue follows.
OFTEN = (
    "false-win",
    "false-win-not-ready",
    "empty-call",
    "early-draw",
    "late-pung",
    "wrong-meld",
    "wrong-count",
    "exposed",
    "talk",
    "phone-on-table",
)


class Recording(ABC):
    """The choices made so far on the way to a foul; the URL holds them, so that the page works without script."""

    seat = ""
    hand_no = 0
    session: Session | None = None
    sheet: Sheet | None = None

    def __init__(self, floor: Floor, query: Mapping[str, str]) -> None:
        self.floor, self.event = floor, floor.event
        self.query = query.get("q", "").strip()
        self.kinds, self.regime = catalogue_of(floor.event), regime_of(floor.event)
        self.kind = self.kinds.get(query.get("kind", ""))
        outcomes = {outcome.code for outcome in self.kind.outcomes} if self.kind else set()
        self.outcome = query["outcome"] if query.get("outcome") in outcomes else ""

    @property
    @abstractmethod
    def entry(self) -> Entry | None:
        """Return the chosen player if entered in the event."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Return the URL of the page without choices."""

    def url_with(self, **choices: Any) -> str:
        """Return the URL of the page with the choices made so far and further ones."""
        return f"{self.address}?{urlencode({**self.chosen(), **choices})}"

    @abstractmethod
    def chosen(self) -> dict[str, Any]:
        """Return the choices made so far as query parameters."""

    def choices(self) -> list["KindChoice"]:
        """Return the kinds of foul that match the query, the most frequent first."""
        order = {code: index for index, code in enumerate(OFTEN)}
        shown = [kind for kind in self.kinds.values() if self.offers(kind) and finds(self.query, *_texts(kind))]
        ranked = sorted(shown, key=lambda kind: order.get(kind.code, len(order)))
        return [self._choice(kind, kind.code in order) for kind in ranked]

    def _choice(self, kind: CatalogueEntry, often: bool) -> "KindChoice":
        ways = [
            (
                translated(outcome.name),
                self.url_with(kind=kind.code, outcome=outcome.code),
                self.kind is kind and self.outcome == outcome.code,
            )
            for outcome in kind.outcomes
        ]
        return KindChoice(
            name=translated(kind.name),
            about=translated(kind.about),
            article=kind.article,
            ways=ways,
            often=often,
            words=" ".join(folded(text) for text in _texts(kind)),
        )

    def offers(self, _kind: CatalogueEntry) -> bool:
        """Return whether this kind of foul can happen here."""
        return True

    def payees(self) -> list[tuple[str, str]]:
        """Return (value, label) of those who can receive points."""
        return [(NOBODY, _("nobody"))]

    def times(self) -> int | None:
        """Return the repetition (1 = first) of the kind; None for a kind that is not counted."""
        if self.kind is None:
            return None
        foul = Foul(event=self.event, session=self.session, sheet=self.sheet, seat=self.seat, hand_no=self.hand_no)
        foul.entry, foul.kind, foul.name = self.entry, self.kind.code, self.name
        return occurrence_of(foul, self.kind, self.regime)

    @property
    def name(self) -> str:
        """Return the name of a person who is not entered in the event."""
        return ""

    def report(self, form: FoulForm, changed: bool) -> FoulReport:
        """Return the foul as the service records it."""
        kind = self.kind.code if self.kind else ""
        return FoulReport(kind, self.outcome, **self.location(), **form.payload(changed))

    @abstractmethod
    def location(self) -> dict[str, Any]:
        """Return the fields of `FoulReport` that say where the foul happened."""

    def moves(self, _points: int, _payee: str) -> list[tuple[str, int]]:
        """Return (name, points) of everyone whose points the penalty changes."""
        return []


@dataclass(frozen=True)
class KindChoice:
    """A kind of foul to choose; ``ways``: (label, URL, chosen) of each outcome.

    ``words``: its texts in all languages, folded for the search of the page's script.
    """

    name: str
    about: str
    article: str
    ways: list[tuple[str, str, bool]]
    often: bool
    words: str


def _texts(kind: CatalogueEntry) -> list[str]:
    """Return the texts of a kind in every language, with its article."""
    return [*kind.name.values(), *kind.about.values(), kind.article]


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
        numbers = range(self.sheet_facts.game.terms.last_hand + 1)
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
