"""A generated federation of five years: players, tournaments and results as plain data, and as rows of the record."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from ranking.bodies.models import Body
from ranking.links.models import PersonRecord
from ranking.record.models.persons import RecordedPerson
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.services.recorded_persons import newest_of
from tests.support.ranking import new_body, recorded_event
from tournament.people.models.persons import Person

YEARS, FIRST = 5, date(2021, 6, 1)
LAST = date(FIRST.year + YEARS, FIRST.month, FIRST.day)
COUNTRIES = ("AT", "DE", "DK", "ES", "FR", "GB", "HU", "IT", "NL", "PL", "SE")


@dataclass(frozen=True)
class Player:
    """A player: ``moved`` is the day of a move to ``later_country``; ``hidden`` wants no public record."""

    number: int
    name: str
    country: str
    later_country: str
    moved: date
    hidden: bool
    strength: float

    def country_on(self, day: date) -> str:
        return self.country if day < self.moved else self.later_country


@dataclass(frozen=True)
class Outcome:
    """A result; ``alias``: it was entered for a second row of the person, merged later. Table points are twelfths."""

    player: Player
    place: int
    table_points: int
    competition_points: int
    alias: bool


@dataclass(frozen=True)
class Meeting:
    """A tournament; ``weight`` is the one that the federation published for a list of results (None: computed)."""

    slug: str
    ends: date
    days: int
    weight: Decimal | None
    outcomes: tuple[Outcome, ...]

    @property
    def size(self) -> int:
        return len(self.outcomes)


@dataclass(frozen=True)
class Federation:
    """The players, and the tournaments by day."""

    players: tuple[Player, ...]
    meetings: tuple[Meeting, ...]

    def season(self, year: int) -> list[Meeting]:
        """Return the tournaments of a calendar year."""
        return [meeting for meeting in self.meetings if meeting.ends.year == year]


def federation(seed: int, players: int = 150, meetings: int = 60) -> Federation:
    """Generate a federation; the same for the same numbers."""
    chance = random.Random(seed)
    people = tuple(_player(chance, number) for number in range(players))
    length = (LAST - FIRST).days
    days = sorted(FIRST + timedelta(days=chance.randrange(length)) for _meeting in range(meetings))
    return Federation(people, tuple(_meeting(chance, people, number, day) for number, day in enumerate(days)))


def _player(chance: random.Random, number: int) -> Player:
    country = chance.choice(COUNTRIES)
    later = chance.choice(COUNTRIES) if chance.random() < 0.05 else country
    moved = FIRST + timedelta(days=chance.randrange((LAST - FIRST).days))
    hidden = chance.random() < 0.03
    return Player(number, f"FAMILY{number} Given", country, later, moved, hidden, chance.gauss(0, 1))


def _meeting(chance: random.Random, people: tuple[Player, ...], number: int, ends: date) -> Meeting:
    field = chance.sample(people, chance.randrange(16, min(100, len(people)), 4))
    played = sorted(((player.strength + chance.gauss(0, 2), player) for player in field), key=lambda one: -one[0])
    outcomes = []
    for at, (form, player) in enumerate(played):
        equal = bool(outcomes) and chance.random() < 0.03
        place = outcomes[-1].place if equal else at + 1
        alias = player.number % 20 == 7 and number % 2 == 1
        outcomes.append(Outcome(player, place, 385 - at, round(100 * form), alias))
    weight = Decimal(chance.randrange(4, 13)) / 2 if chance.random() < 0.2 else None
    return Meeting(f"meeting-{number:03}", ends, chance.randint(1, 4), weight, tuple(outcomes))


def store(made: Federation, body: Body | None = None) -> dict[int, Person]:
    """Write the federation into the record; return number -> the kept person."""
    body = body or new_body("member", name="Federation")
    rows = [Person(name=player.name, country=player.country_on(LAST)) for player in made.players]
    persons = dict(zip((player.number for player in made.players), Person.objects.bulk_create(rows), strict=True))
    hidden = [PersonRecord(person=persons[player.number], public=False) for player in made.players if player.hidden]
    PersonRecord.objects.bulk_create(hidden)
    aliases = {number: Person.objects.create(name=row.name, merged_into=row) for number, row in _seconds(made, persons)}
    for meeting in made.meetings:
        recorded = recorded_event(
            body,
            slug=meeting.slug,
            name=meeting.slug,
            starts=meeting.ends - timedelta(days=meeting.days - 1),
            ends=meeting.ends,
            players=meeting.size,
            stated_weight=meeting.weight,
        )
        OfficialResult.objects.bulk_create(_rows(recorded, meeting, persons, aliases))
    RecordedPerson.objects.bulk_create(newest_of([person.pk for person in persons.values()]))
    return persons


def _seconds(made: Federation, persons: dict[int, Person]) -> Iterator[tuple[int, Person]]:
    numbers = {outcome.player.number for meeting in made.meetings for outcome in meeting.outcomes if outcome.alias}
    yield from ((number, persons[number]) for number in sorted(numbers))


def _rows(
    recorded: RecordedEvent, meeting: Meeting, persons: dict[int, Person], aliases: dict[int, Person]
) -> Iterator[OfficialResult]:
    for row, outcome in enumerate(meeting.outcomes, start=1):
        holders = aliases if outcome.alias else persons
        yield OfficialResult(
            recorded=recorded,
            person=holders[outcome.player.number],
            row=row,
            name=outcome.player.name,
            country=outcome.player.country_on(meeting.ends),
            table_points=outcome.table_points,
            competition_points=outcome.competition_points,
            individual_rank=outcome.place,
            sessions=8,
        )
