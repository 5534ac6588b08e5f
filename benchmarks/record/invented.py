"""Fill an empty database of any kind with a record of invented people, the same for the same random numbers."""

from datetime import timedelta

from django.utils import timezone

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body, PinSettings
from ranking.record.models.records import OfficialResult, RecordedEvent
from tournament.people.models.persons import Person

EVENT_PLAYERS = 200


def make_body(slug, kind, **fields):
    """Create a body that issues pins."""
    ledger = Ledger.objects.create(name=f"body:{slug}")
    body = Body.objects.create(ledger=ledger, slug=slug, name=slug.upper(), kind=kind, **fields)
    PinSettings.objects.create(body=body)
    return body


def fill_record(rng, body, people, countries, days, figures):
    """Create people and an event of `EVENT_PLAYERS` of them, of any class, for each first day.

    ``figures(rank)`` returns the columns of a result that depend on what is measured.
    """
    Person.objects.bulk_create(
        (Person(name=f"Player {number}", country=rng.choice(countries)) for number in range(people)), batch_size=5_000
    )
    country_of = dict(Person.objects.values_list("pk", "country"))
    ids = list(country_of)
    RecordedEvent.objects.bulk_create([invented_event(rng, body, *one) for one in enumerate(days)], batch_size=500)
    for recorded in RecordedEvent.objects.all():
        OfficialResult.objects.bulk_create(
            (
                OfficialResult(
                    recorded=recorded, person_id=person, row=rank, name="Player", individual_rank=rank, sessions=8,
                    country=country_of[person], **figures(rank),
                )
                for rank, person in enumerate(rng.sample(ids, EVENT_PLAYERS), start=1)
            ),
            batch_size=500,
        )  # fmt: skip


def invented_event(rng, body, number, day):
    return RecordedEvent(
        body=body, slug=f"e{number}", name=f"Event {number}", starts=day, ends=day + timedelta(days=1),
        rules="wmo-2014", scope="national", players=EVENT_PLAYERS, sessions=8, letter=rng.choice("ABC"),
        sanctioned=True, rules_met=True,
        confirmed_at=timezone.now(), confirmed_by="x", evaluated_at=timezone.now(),
    )  # fmt: skip
