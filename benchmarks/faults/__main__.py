"""Kill, fill and disturb while tables write: ``python -m benchmarks.faults [--rounds N] [--minutes N] [--only NAME]``.

Starts PostgreSQL, Redis, gunicorn and a worker of its own at 127.0.0.1. In each round three hands are on their way when
one of these happens: kill -9 of all web processes, of one of them, of the worker, of PostgreSQL, of one of its
processes, of Redis; a full disk of PostgreSQL (as root); the clock of web, worker, PostgreSQL or Redis put an hour
ahead, an hour behind or right (with gcc). The network of the phones loses, delays and repeats requests all the time.
Every tenth round a job imports an event, and the sweep of the next round meets it. After each change of the web's clock
a session and two tokens are asked. At the end every acknowledged hand must be there exactly once, no other hand, every
imported event once, and all audit chains must verify. Prints what was tried and what was lost; the exit status is 1 if
anything was.

A run is bounded by ``--rounds`` and ``--minutes``. It needs PostgreSQL's and Redis' programs.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from benchmarks.faults import clocks
from benchmarks.faults.kinds import FAULTS, possible
from benchmarks.faults.people import People
from benchmarks.faults.phones import HANDS, Hall, Table
from benchmarks.faults.servers import Installation, wait_until

HANDS_A_ROUND, WRITERS, ROUNDS_A_JOB = 3, 6, 10


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=list(FAULTS), default=list(FAULTS))
    asked = parser.parse_args()
    random.seed(asked.seed)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the processes it started end with it
    folder = Path(tempfile.mkdtemp(prefix="pinju-faults-"))
    place = Installation(folder, has_clocks=clocks.are_available())
    try:
        place.start()
        os.environ.update(place.environment)
        status = run(place, asked.rounds, 60 * asked.minutes, possible(place, asked.only))
    except BaseException:
        print(f"The output of the processes is in {folder}")
        raise
    finally:
        place.end()
    shutil.rmtree(folder)
    sys.exit(status)


def run(place, rounds, seconds, kinds):
    """Run the rounds, for so many seconds at most; return the exit status."""
    import django

    django.setup()
    tokens = prepared(rounds * HANDS_A_ROUND // HANDS + 2 * WRITERS)
    place.start_program()
    wait_until(place.is_served)
    place.worker.start()
    hall = Hall([Table(number, token, place.web_port) for number, token in tokens.items()], WRITERS)
    people = People(place.web_port)
    faults, wrong, jobs, begun = Counter(), [], 0, time.monotonic()
    for number in range(1, rounds + 1):
        if time.monotonic() > begun + seconds:
            break
        hall.allow(HANDS_A_ROUND)
        time.sleep(random.random() / 5)
        if number % ROUNDS_A_JOB == 0:
            jobs += started_import(jobs + 1)
        last = random.choice(kinds)(place)
        faults[last] += 1
        try:
            wait_until(lambda due=number * HANDS_A_ROUND: hall.written >= due or hall.fault)
        except TimeoutError:
            sys.exit(f"No hand is acknowledged any more after round {number}, {last}: {hall.counts}")
        if hall.fault:
            raise hall.fault
        if number % ROUNDS_A_JOB == 1:
            swept()
        if last.startswith("clock of web"):
            wrong += people.found_wrong(place.clocks["web"].seconds)
    print(f"{sum(faults.values())} rounds in {time.monotonic() - begun:.0f} s, {hall.written} hands acknowledged")
    for name, count in [*faults.most_common(), *sorted(hall.counts.items())]:
        print(f"  {name}: {count}")
    lost = [*wrong, *lost_hands(hall), *lost_jobs(place, jobs)]
    audit = place.manage("verify_audit")
    print(audit.stdout.strip().splitlines()[-1] if audit.stdout.strip() else audit.stderr)
    lost += ["an audit chain does not verify"] if audit.returncode else []
    print("\n".join(lost) or "Nothing was lost, nothing was written twice.")
    return 1 if lost else 0


def prepared(tables):
    """Make the event of so many tables; return the tokens of their cards."""
    from django.core.management import call_command

    from common.actions.permissions import system_actor
    from scoring.event_file.services.importing import import_event
    from scoring.sheets.rules.codes import new_table_access
    from scoring.sheets.services.codes.cards import issue_table_codes
    from tournament.events.models.events import Event

    call_command("migrate", verbosity=0)
    actor = system_actor("benchmark")
    import_event(actor, document=document("benchmark", tables))
    codes = new_table_access(range(1, tables + 1))
    issue_table_codes(actor, Event.objects.get(), codes=codes)
    return {number: access.token for number, access in codes.items()}


def document(slug, tables):
    """Return the file of an event with one session of so many tables."""
    players = [{"number": number, "name": f"Player {number}"} for number in range(1, 4 * tables + 1)]
    seats = [dict(zip("ESWN", range(4 * at + 1, 4 * at + 5), strict=True)) for at in range(tables)]
    head = {"id": slug, "name": slug, "rules": "wmo-2014", "sessions": 1}
    session = {"number": 1, "tables": [{"number": at + 1, "seats": four} for at, four in enumerate(seats)]}
    return {"format": "mcr-event/1", "event": head, "players": players, "sessions": [session]}


def started_import(number):
    """Start the import of a small event; return 1, or 0 if the database was away."""
    import json

    from django.core.files.base import ContentFile
    from django.db import OperationalError

    from common.actions.permissions import system_actor
    from common.jobs import start

    forget_connections()
    content = ContentFile(json.dumps(document(f"imported-{number}", 2)).encode(), name="event.json")
    try:
        start(system_actor("benchmark"), "event.import", upload=content)
        return 1
    except OperationalError:
        return 0


def swept():
    """Sweep as the timer does, by the right clock; the jobs of a worker with a wrong clock must not suffer."""
    from django.db import OperationalError

    from common.jobs import sweep

    forget_connections()
    with suppress(OperationalError):
        sweep()


def forget_connections():
    """Let go of this process' connections, which died with PostgreSQL."""
    from django.db import connection

    connection.close()
    connection.close_pool()


def lost_hands(hall):
    """Return a line for each table whose hands are not exactly the acknowledged ones."""
    from scoring.sheets.models.facts import Hand
    from scoring.sheets.models.sheets import Sheet

    forget_connections()
    stored = {}
    hands = Hand.objects.filter(sheet__table__session__event__slug="benchmark")
    for number, no, points in hands.values_list("sheet__table__number", "no", "points"):
        stored.setdefault(number, []).append((no, points))
    sheets = Sheet.objects.filter(table__session__event__slug="benchmark")
    versions = dict(sheets.values_list("table__number", "version"))
    return [
        f"table {table.number}, version {versions[table.number]}: acknowledged {sorted(table.acknowledged.items())}, "
        f"stored {sorted(stored.get(table.number, []))}"
        for table in hall.tables
        if sorted(stored.get(table.number, [])) != sorted(table.acknowledged.items())
        or versions[table.number] != table.version
    ]


def lost_jobs(place, count):
    """Wait for the jobs; return a line for each that did not end once, and for each event that is not there once."""
    from common.jobs.models import Job
    from tournament.events.models.events import Event

    def have_ended():
        place.manage("sweep")
        return not Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists()

    with suppress(TimeoutError):
        wait_until(have_ended)
    jobs = list(Job.objects.filter(kind="event.import"))
    events = Event.objects.filter(slug__startswith="imported-").count()
    print(
        f"{count} imports started: {Counter(job.state for job in jobs)}, tries {Counter(job.attempt for job in jobs)}"
    )
    lost = [f"job {job.pk} is {job.state}: {job.result}" for job in jobs if job.state != Job.State.DONE]
    return lost + ([f"{events} events were imported by {len(jobs)} jobs"] if events != len(jobs) else [])


if __name__ == "__main__":
    main()
