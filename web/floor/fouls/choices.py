"""The choices on the way to a foul that do not depend on where it happened: kind and outcome."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from common.i18n.search import finds, folded
from scoring.fouls.models import Foul
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import catalogue_of, occurrence_of, regime_of
from scoring.fouls.selectors.labels import translated
from scoring.fouls.services.foul_reports import FoulReport
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import NOBODY
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from web.floor.access import Floor
from web.floor.fouls.forms import FoulForm

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
