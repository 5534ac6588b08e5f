"""Time of the lists over a record with stored tables: ``python -m benchmarks.record.lists [--people N] [--events M]``.

Fills a temporary database with events of 80 players, 8 sessions and 16 hands a table, one of which has its tiles, then
requests each page with an empty cache and again. Prints milliseconds and queries.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from datetime import date, timedelta

PLAYERS, SESSIONS, HANDS = 80, 8, 16
DAY = date(2026, 6, 1)
HOUR = "2026-06-02T12:00:00Z"


def main():
    """Measure in a temporary database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--events", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        measure(asked.people, asked.events)


def measure(people, events):
    """Fill the record and print the times of the pages."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    fill(people, events)
    for path in (
        "/record/players/",
        "/record/players/?by=dealt-in",
        "/record/players/?by=longest-run",
        "/record/players/?by=dealt-in&year=2026",
        "/record/players.csv?by=points",
        "/record/hands/",
        "/record/hands/?page=200",
        "/record/hands/?fan=pure-straight",
        "/record/hands/?fan=self-drawn",
    ):
        timed(path)


def timed(path):
    """Print the first request of a page and the median of five more."""
    from django.conf import settings
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"accept-language": "en"})
    cache.clear()
    spent = []
    for _request in range(6):
        began = time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        spent.append(1000 * (time.perf_counter() - began))
        assert answer.status_code == 200, path
    print(f"{path}: first {spent[0]:.0f} ms, then {statistics.median(spent[1:]):.0f} ms, {len(queries)} queries")


def fill(people, events):
    """Create persons and events with their results, tables and hands."""
    from benchmarks.record.invented import make_body
    from tournament.people.models.persons import Person

    body = make_body("ema", "member")
    Person.objects.bulk_create(Person(name=f"Player {number}", country="NL") for number in range(people))
    fill_events(random.Random(1), body, list(Person.objects.values_list("pk", flat=True)), events)


def fill_events(rng, body, ids, events):
    """Create events of persons with these ids, with their results, tables and hands."""
    from django.utils import timezone

    from common.actions.models.ledgers import Ledger
    from ranking.record.models.records import OfficialResult, RecordedEvent
    from scoring.settings.models.groups import SETTINGS_GROUPS
    from tournament.events.models.entries import Entry
    from tournament.events.models.events import Event

    for at in range(events):
        day = DAY - timedelta(days=1_800 * at // events)
        ledger = Ledger.objects.create(name=f"event:tables-{at}")
        event = Event.objects.create(
            ledger=ledger, slug=f"tables-{at}", name=f"Event {at}", starts=day, planned_sessions=8
        )
        for group in SETTINGS_GROUPS.values():
            group.objects.create(event=event)
        recorded = RecordedEvent.objects.create(
            event=event, body=body, slug=event.slug, name=event.name, starts=day, ends=day, rules=event.rules,
            scope="national", players=PLAYERS, sessions=SESSIONS, confirmed_at=timezone.now(), confirmed_by="x",
        )  # fmt: skip
        persons = rng.sample(ids, PLAYERS)
        Entry.objects.bulk_create(
            Entry(event=event, person_id=person, number=number, name="Player")
            for number, person in enumerate(persons, 1)
        )
        OfficialResult.objects.bulk_create(
            OfficialResult(
                recorded=recorded, person_id=person, row=row, name="Player", individual_rank=row, sessions=SESSIONS,
                country="NL", table_points=385 - row, competition_points=900 - 9 * row,
            )
            for row, person in enumerate(persons, 1)
        )  # fmt: skip
        for number in range(1, SESSIONS + 1):
            fill_session(rng, event, number)


def fill_session(rng, event, number):
    """Create the tables of a session by lot, with random hands."""
    from scoring.sheets.models.facts import Hand
    from scoring.sheets.models.hand_records import HandRecord
    from scoring.sheets.models.results import CountedResult
    from scoring.sheets.models.sheets import Sheet
    from tournament.events.models.stages import Session
    from tournament.events.models.tables import Sitting, Table

    session = Session.objects.create(event=event, number=number, released_at=HOUR)
    entries = list(event.entries.all())
    rng.shuffle(entries)
    Table.objects.bulk_create(Table(session=session, number=table) for table in range(1, PLAYERS // 4 + 1))
    Sheet.objects.bulk_create(Sheet(table=table, state="confirmed") for table in session.tables.all())
    rows = {Sitting: [], CountedResult: [], Hand: [], HandRecord: []}
    for sheet in Sheet.objects.filter(table__session=session):
        for seat, points in zip("ESWN", (48, 24, 12, 0), strict=True):
            entry = entries.pop()
            rows[Sitting].append(Sitting(table=sheet.table, seat=seat, entry=entry))
            result = {"table_points": points, "competition_points": points - 21}
            rows[CountedResult].append(CountedResult(sheet=sheet, session=session, entry=entry, seat=seat, **result))
        for no in range(1, HANDS + 1):
            winner, discarder = rng.sample("ESWN", 2)
            won = {"result": "won", "winner": winner, "discarder": discarder, "points": rng.randrange(8, 90)}
            rows[Hand].append(Hand(sheet=sheet, no=no, valid_from_version=1, **won))
        tiles = {"hand": f"12345678m{rng.choice('123456789') * 2}p", "win": "9m", "flowers": rng.randrange(9)}
        tiles |= {"seat": rng.choice("ESWN"), "melds": [{"kind": "pung", "tiles": rng.choice("ESWNCFP") * 3}]}
        record = {"record": {"tiles": tiles}, "calculated": 19}
        rows[HandRecord].append(HandRecord(sheet=sheet, no=HANDS, valid_from_version=1, winner=winner, **record))
    for model, made in rows.items():
        model.objects.bulk_create(made, batch_size=2_000)


if __name__ == "__main__":
    main()
