"""Fouls as the Floor's pages say them: who, where, what, and what it brought."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n.wording import clauses
from common.states import for_each
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import catalogues_of
from scoring.fouls.selectors.labels import kind_name, outcome_name, penalty_of, penalty_words, place_words
from scoring.fouls.selectors.other_penalties import OtherPenalty, other_penalties, places_of
from tournament.events.models.events import Event

TONES = for_each(
    Foul.State, {Foul.State.STANDING: "warn", Foul.State.INADMISSIBLE: "idle", Foul.State.CANCELLED: "idle"}
)
MEASURE_TONES = for_each(
    Measure.State,
    {
        Measure.State.PROPOSED: "wait",
        Measure.State.IN_FORCE: "stop",
        Measure.State.REJECTED: "idle",
        Measure.State.LIFTED: "idle",
    },
)


@dataclass(frozen=True)
class FoulLine:
    """A foul with its words in the reader's language."""

    foul: Foul
    what: str
    penalty: str
    where: str
    who: str

    @property
    def tone(self) -> str:
        """The tone of its state."""
        return TONES[Foul.State(self.foul.state)]


def foul_lines(fouls: Iterable[Foul], kinds: Mapping[str, CatalogueEntry]) -> list[FoulLine]:
    """The fouls with their words."""
    return [
        FoulLine(
            foul,
            clauses(filter(None, [kind_name(foul, kinds), outcome_name(foul, kinds)])),
            penalty_text(foul),
            place_text(foul),
            who_text(foul),
        )
        for foul in fouls
    ]


def foul_lines_of_all(fouls: Iterable[Foul]) -> list[FoulLine]:
    """Fouls of several events, each in the words of its own event's catalogue."""
    rows = list(fouls)
    kinds = catalogues_of(rows)
    return [line for foul in rows for line in foul_lines([foul], kinds[foul.event_id])]


@dataclass(frozen=True)
class OtherLine:
    """A penalty that no foul brought, with its words."""

    penalty: OtherPenalty
    what: str
    brought: str
    where: str
    who: str


def other_lines(event: Event, kinds: Mapping[str, CatalogueEntry]) -> list[OtherLine]:
    """The penalties of the event that no foul brought."""
    return [
        OtherLine(
            one,
            one.nature(kinds),
            penalty_words(one.penalty, paid_to=str(one.paid_to or "")),
            place_words(one.session, one.table, one.seat, one.hand_no),
            str(one.entry or one.name),
        )
        for one in other_penalties(event, places_of(event))
    ]


def penalty_text(foul: Foul) -> str:
    """What the foul brought, in one line."""
    paid_to = str(foul.paid_to) if foul.paid_to else ""
    return _("inadmissible") if not foul.admissible else penalty_words(penalty_of(foul), paid_to=paid_to)


def who_text(foul: Foul) -> str:
    """Number and name of the player, or the name of somebody without a number."""
    return str(foul.entry) if foul.entry else foul.name


def place_text(foul: Foul) -> str:
    """Session, table, hand and seat, as far as the foul has them."""
    session = foul.session.number if foul.session else 0
    return place_words(session, foul.sheet.table.number if foul.sheet else 0, foul.seat, foul.hand_no)


def measure_tone(measure: Measure) -> str:
    """The tone of a measure's state."""
    return MEASURE_TONES[Measure.State(measure.status)]
