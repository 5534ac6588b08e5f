"""An event under the International Mahjong Rules: ``python -m benchmarks.imj [--tables N]``.

Imports a session of whole tables from seeds into a temporary database and a second one that is played, in a process
configured like the servers (``config/wsgi.py``). Prints the processor time of its sheets as PDF, the milliseconds of
saving a hand on one phone, and the queries of a table's pages.
"""

import argparse
import os
import statistics
import tempfile
import time

HANDS = 15
PAGES = {"the Table on a phone": "/e/benchmark/table/2/1/", "a table for everybody": "/e/benchmark/tables/1/1/"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, CACHE_URL="dummycache://", ALLOWED_HOSTS="testserver")
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        import config.wsgi  # noqa: F401

        event = imported(asked.tables)
        papers(event)
        phone = phone_of(event)
        saving(phone)
        queries(phone)


def imported(tables):
    """Import a session of finished tables and a session without results."""
    from common.actions.permissions import system_actor
    from scoring.event_file.services.importing import import_event
    from tests.scoring.game.rules.imj.tables import played
    from tests.support.imj import deal_rows
    from tournament.events.models.events import Event
    from tournament.papers.services import set_address

    seats = [dict(zip("ESWN", range(4 * at + 1, 4 * at + 5), strict=True)) for at in range(tables)]
    empty = [{"number": number, "seats": four} for number, four in enumerate(seats, 1)]
    whole = [table | deal_rows(played(table["number"])) for table in empty]
    for table in whole:
        table["totals"] = played(table["number"]).totals
    document = {
        "format": "mcr-event/1",
        "event": {"id": "benchmark", "name": "Benchmark", "rules": "imj-0702", "sessions": 2},
        "players": [{"number": number, "name": f"Player {number}"} for number in range(1, 4 * tables + 1)],
        "sessions": [{"number": 1, "tables": whole}, {"number": 2, "tables": empty}],
    }
    actor = system_actor("benchmark")
    import_event(actor, document=document)
    event = Event.objects.get(slug="benchmark")
    set_address(actor, event, address="http://192.168.1.20:8000")
    return event


def papers(event):
    from benchmarks.papers import measure

    measure(event, "score-sheets", sessions=[1])
    measure(event, "filled-sheets", sessions=[1])


def phone_of(event):
    """Return a client that holds the card of table 1 of the second session."""
    from django.test import Client

    from common.actions.permissions import system_actor
    from scoring.releases.services.releasing import release_session
    from scoring.sheets.rules.codes import new_table_access
    from scoring.sheets.services.codes.cards import issue_table_codes

    actor = system_actor("benchmark")
    release_session(actor, event.sessions.get(number=1))
    codes = new_table_access([1])
    issue_table_codes(actor, event, codes=codes)
    client = Client()
    client.get(f"/t/{codes[1].token}/")
    return client


def saving(phone):
    """Print the milliseconds of a hand's whole request."""
    address = PAGES["the Table on a phone"]
    turn = dict(zip(("first", "second", "third", "fourth"), "ESWN", strict=True))
    seats = {f"period-{name}": seat for name, seat in turn.items()} | {"period-period": 1, "seen": 1}
    seen, spent, worked = phone.get(f"{address}state/").json()["version"], [], []
    assert phone.post(f"{address}period/", seats | {"seen": seen}).status_code == 302
    for no in range(1, HANDS + 1):
        seen = phone.get(f"{address}state/").json()["version"]
        hand = {"no": no, "seen": seen, "winner": "ESWN"[no % 4], "discarder": "ESWN"[(no + 1) % 4], "points": "5"}
        start, start_of_work = time.perf_counter(), time.process_time()
        answer = phone.post(f"{address}hand/", hand, headers={"accept": "application/json"})
        spent.append((time.perf_counter() - start) * 1000)
        worked.append((time.process_time() - start_of_work) * 1000)
        assert answer.status_code == 200, answer.content
    print(f"saving a hand: p50 {statistics.median(spent):.0f} ms, most {max(spent):.0f} ms")
    print(f"of the processor: p50 {statistics.median(worked):.0f} ms, least {min(worked):.0f} ms")


def queries(phone):
    """Print the queries of the phone's page, and of the page of a reader without a session."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    for (name, address), client in zip(PAGES.items(), (phone, Client()), strict=True):
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        print(f"{name}: {len(captured)} queries")


if __name__ == "__main__":
    main()
