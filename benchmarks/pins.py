"""Evaluate the pins of all persons: ``python -m benchmarks.pins [--people N] [--results M]``.

Fills a temporary database with people and official results. Runs the job that marks who qualifies as a worker does,
then the command that explains every level, and the queries of a body's pages of persons. Prints seconds and the peak
memory of the process.
"""

import argparse
import os
import random
import resource
import tempfile
import time
from datetime import date, timedelta

EVENT_PLAYERS = 200


def main():
    """Measure in a temporary database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        measure(asked.people, asked.results)


def measure(people, results):
    """Fill the record and print the figures."""
    from django.core.management import call_command

    from common.actions.permissions import system_actor
    from common.jobs import run, start
    from common.jobs.models import Job

    call_command("migrate", verbosity=0)
    fill(people, results)
    before = memory()
    for words in ("first", "again, nothing changed"):
        job = start(system_actor("benchmark"), "pins.evaluate")
        began = time.perf_counter()
        run(job.pk)
        spent = time.perf_counter() - began
        job.refresh_from_db()
        assert job.state == Job.State.DONE, job.state
        print(f"job, {words}: {spent:.1f} s, {people / spent:,.0f} people a second; {job.result}")
    print(f"memory of the process: {before:.0f} MB before, {memory():.0f} MB at most")
    began = time.perf_counter()
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        call_command("evaluate_pins", "--json", stdout=nothing)
    print(f"evaluate_pins, every level explained: {time.perf_counter() - began:.1f} s; {memory():.0f} MB at most")
    pages_of_persons()


def pages_of_persons():
    """Time the newly qualified and a page of persons, for the world body and a member organisation."""
    from ranking.bodies.models import Body
    from ranking.pins.selectors.committee import qualified_of
    from ranking.pins.selectors.grounds import unsupported_certificates
    from ranking.record.selectors.persons import persons_of_body

    for body in Body.objects.all():
        for words, rows, shown in (
            ("who qualifies", qualified_of(body), 10),
            ("everybody with results", persons_of_body(body, ""), 50),
            ("searched: Player 99", persons_of_body(body, "Player 99"), 50),
            ("pins whose ground is gone", unsupported_certificates(body), 50),
        ):
            began = time.perf_counter()
            found = rows.count()
            counted = time.perf_counter()
            list(rows[:shown])
            listed = time.perf_counter()
            print(
                f"{body.kind}, {words}: {found:,} counted in {(counted - began) * 1000:.0f} ms, "
                f"{shown} listed in {(listed - counted) * 1000:.0f} ms"
            )


def fill(people, results):
    """Create people, events of 200 players of every class, and results; the same figures every time."""
    from django.utils import timezone

    from common.actions.models.ledgers import Ledger
    from ranking.bodies.models import Body, PinSettings
    from ranking.record.models.records import OfficialResult, RecordedEvent
    from tournament.people.models.persons import Person

    rng = random.Random(1)
    body = Body.objects.create(ledger=Ledger.objects.create(name="body:wmcc"), slug="wmcc", name="WMCC", kind="world")
    PinSettings.objects.create(body=body)
    member = Body.objects.create(
        ledger=Ledger.objects.create(name="body:nl"), slug="nl", name="NL", kind="member", countries=["NL"]
    )
    PinSettings.objects.create(body=member)
    Person.objects.bulk_create(
        (Person(name=f"Player {number}", country=rng.choice(["CN", "JP", "NL"])) for number in range(people)),
        batch_size=5_000,
    )
    ids = list(Person.objects.values_list("pk", flat=True))
    events = [
        RecordedEvent(
            body=body, slug=f"e{number}", name=f"Event {number}", starts=date(2005, 1, 1) + timedelta(days=number),
            rules="wmo-2014", scope="national", players=EVENT_PLAYERS, sessions=8, letter=rng.choice("ABC"),
            sanctioned=True, rules_met=True, confirmed_at=timezone.now(), confirmed_by="x", evaluated_at=timezone.now(),
        )
        for number in range(results // EVENT_PLAYERS)
    ]  # fmt: skip
    RecordedEvent.objects.bulk_create(events, batch_size=500)
    for recorded in RecordedEvent.objects.all():
        chosen = rng.sample(ids, EVENT_PLAYERS)
        OfficialResult.objects.bulk_create(
            (
                OfficialResult(
                    recorded=recorded, person_id=person, row=row, name="Player", individual_rank=row, sessions=8,
                    table_points=rng.randrange(0, 385), competition_points=rng.randrange(-900, 900),
                    positive_sessions=rng.randrange(0, 1200),
                )
                for row, person in enumerate(chosen, start=1)
            ),
            batch_size=500,
        )  # fmt: skip


def memory():
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
