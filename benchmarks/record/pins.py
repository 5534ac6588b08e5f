"""Evaluate the pins of all persons: ``python -m benchmarks.record.pins [--people N] [--results M]``.

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
    """Create people and events of every class from 2005 on, for a world body and a member organisation."""
    from benchmarks.record.invented import EVENT_PLAYERS, fill_record, make_body

    def figures(_rank):
        points = {"table_points": rng.randrange(0, 385), "competition_points": rng.randrange(-900, 900)}
        return points | {"positive_sessions": rng.randrange(0, 1200)}

    rng = random.Random(1)
    body = make_body("wmcc", "world")
    make_body("nl", "member", countries=["NL"])
    days = [date(2005, 1, 1) + timedelta(days=number) for number in range(results // EVENT_PLAYERS)]
    fill_record(rng, body, people, ["CN", "JP", "NL"], days, figures)


def memory():
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
