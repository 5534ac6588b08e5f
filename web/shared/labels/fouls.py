"""Labels of fouls: player, location, kind and penalty."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n.wording import clauses
from common.states import for_each
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import catalogues_of
from scoring.fouls.selectors.labels import kind_name, location_text, outcome_name, penalty_of, penalty_words
from scoring.fouls.selectors.other_penalties import OtherPenalty, other_penalties, seats_of_entries
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
    """A foul with its texts in the reader's language."""

    foul: Foul
    nature: str
    penalty: str
    where: str
    player: str

    @property
    def tone(self) -> str:
        return TONES[Foul.State(self.foul.state)]


def foul_lines(fouls: Iterable[Foul], kinds: Mapping[str, CatalogueEntry]) -> list[FoulLine]:
    """Return the fouls with their texts."""
    return [
        FoulLine(
            foul,
            clauses(filter(None, [kind_name(foul, kinds), outcome_name(foul, kinds)])),
            penalty_text(foul),
            foul_location(foul),
            player_text(foul),
        )
        for foul in fouls
    ]


def foul_lines_of_all(fouls: Iterable[Foul]) -> list[FoulLine]:
    """Return fouls of several events with the texts of each event's catalogue."""
    rows = list(fouls)
    kinds = catalogues_of(rows)
    return [line for foul in rows for line in foul_lines([foul], kinds[foul.event_id])]


@dataclass(frozen=True)
class OtherLine:
    """A penalty that does not come from a foul, with its texts."""

    penalty: OtherPenalty
    nature: str
    brought: str
    where: str
    player: str


def other_lines(event: Event, kinds: Mapping[str, CatalogueEntry]) -> list[OtherLine]:
    """Return the penalties of the event that do not come from fouls."""
    return [
        OtherLine(
            penalty,
            penalty.nature(kinds),
            penalty_words(penalty.penalty, paid_to=str(penalty.paid_to or "")),
            location_text(penalty.session, penalty.table, hand_no=penalty.hand_no, rules=event.rules),
            str(penalty.entry or penalty.name),
        )
        for penalty in other_penalties(event, seats_of_entries(event))
    ]


def penalty_text(foul: Foul) -> str:
    """Return the penalty of the foul as one line."""
    paid_to = str(foul.paid_to) if foul.paid_to else ""
    return _("inadmissible") if not foul.admissible else penalty_words(penalty_of(foul), paid_to=paid_to)


def player_text(foul: Foul) -> str:
    """Return number and name of the player, or the name of a person without a number."""
    return str(foul.entry) if foul.entry else foul.name


def foul_location(foul: Foul) -> str:
    """Return session, table and hand, as far as the foul has them."""
    session = foul.session.number if foul.session else 0
    table = foul.sheet.table.number if foul.sheet else 0
    return location_text(session, table, hand_no=foul.hand_no, rules=foul.event.rules)


def measure_tone(measure: Measure) -> str:
    return MEASURE_TONES[Measure.State(measure.status)]
