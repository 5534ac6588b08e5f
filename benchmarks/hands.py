"""Saving a hand while 250 tables write: ``python -m benchmarks.hands [--tables N] [--hands N] [--writers N]``.

Every table writes its hands in order through the Table's own URL, on as many threads as a server has: first as fast as
possible, then one hand a minute for each table (a real one takes seven), then one table alone. It uses SQLite in a
temporary folder, or the database that DATABASE_URL names (which you create and drop).

Prints the milliseconds of a request, including session, permission check and counted results.
"""

import argparse
import os
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--hands", type=int, default=8)
    parser.add_argument("--writers", type=int, default=8)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings", ALLOWED_HOSTS="testserver")
        import django

        django.setup()
        measure(asked.tables, asked.hands, asked.writers)


def measure(tables, hands, writers):
    """Create the event, write all hands, print the figures."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    phones = opened_tables(tables)
    print(f"{connection.vendor}; {tables} tables, {hands} hands each, {writers} writers")
    start = time.perf_counter()
    with ThreadPoolExecutor(writers) as pool:
        spent = [
            milliseconds for found in pool.map(lambda phone: write(phone, hands), phones) for milliseconds in found
        ]
    whole = time.perf_counter() - start
    show(f"all at once ({len(spent) / whole:.0f} a second)", spent)
    show("each a hand a minute", paced(phones, hands + 1, writers))
    show("one table alone", write(phones[0], hands, first=hands + 2))


def paced(phones, no, writers):
    """Write hand ``no`` of every table, spread over a minute; return milliseconds each, with the wait for a thread."""
    start = time.perf_counter()

    def one(number, phone):
        due = start + number * 60 / len(phones)
        time.sleep(max(0, due - time.perf_counter()))
        write(phone, 1, first=no)
        return (time.perf_counter() - due) * 1000

    with ThreadPoolExecutor(writers) as pool:
        return list(pool.map(one, range(len(phones)), phones))


def opened_tables(tables):
    """Return (client, address) of a phone for each table of a session of this many tables."""
    from django.test import Client

    from common.actions.permissions import system_actor
    from scoring.event_file.services.importing import import_event
    from scoring.sheets.rules.codes import new_table_access
    from scoring.sheets.services.codes.cards import issue_table_codes
    from tournament.events.models.events import Event

    players = [{"number": number, "name": f"Player {number}"} for number in range(1, 4 * tables + 1)]
    seats = [dict(zip("ESWN", range(4 * at + 1, 4 * at + 5), strict=True)) for at in range(tables)]
    head = {"id": "benchmark", "name": "Benchmark", "rules": "wmo-2014", "sessions": 1}
    session = {"number": 1, "tables": [{"number": at + 1, "seats": four} for at, four in enumerate(seats)]}
    document = {"format": "mcr-event/1", "event": head, "players": players, "sessions": [session]}
    actor = system_actor("benchmark")
    import_event(actor, document=document)
    codes = new_table_access(range(1, tables + 1))
    issue_table_codes(actor, Event.objects.get(), codes=codes)
    phones = []
    for number, access in codes.items():
        client = Client()
        client.get(f"/t/{access.token}/")
        phones.append((client, f"/e/benchmark/table/1/{number}/hand/"))
    return phones


def write(phone, hands, first=1):
    """Write this many hands at one table; return the milliseconds of each."""
    from django.db import connection

    client, address = phone
    spent, seen = [], first - 1
    connection.close()  # the test client leaves them open, and a pool has only so many
    for no in range(first, min(first + hands, 17)):
        facts = {"key": f"{no}", "no": no, "seen": seen, "winner": "E", "discarder": "S", "points": 8 + no}
        start = time.perf_counter()
        answer = client.post(address, facts, headers={"accept": "application/json"})
        spent.append((time.perf_counter() - start) * 1000)
        assert answer.status_code == 200, answer.content
        seen = answer.json()["answer"]["version"]
    connection.close()
    return spent


def show(what, spent):
    """Print one line of figures."""
    p99 = statistics.quantiles(spent, n=100, method="inclusive")[98] if len(spent) > 1 else spent[0]
    print(f"{what}: p50 {statistics.median(spent):.1f} ms, p99 {p99:.1f} ms, most {max(spent):.1f} ms")


if __name__ == "__main__":
    main()
