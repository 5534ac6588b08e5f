"""Time, queries and size of the pages of a large event: ``python -m benchmarks.pages [--players N] [--sessions R]``.

Creates an event file from a seed, imports it into a temporary database, and requests each page with the cache off, in a
process configured like the servers (``config/wsgi.py``).

Prints processor milliseconds (the least of some runs, which other work on the machine disturbs least), queries, and
kilobytes before and after compression.
"""

import argparse
import gzip
import html
import os
import re
import tempfile
import time

PAGES = {
    "standings, 100 rows": "/e/{slug}/standings/",
    "standings, last page": "/e/{slug}/standings/?page=10",
    "team standings": "/e/{slug}/standings/teams/",
    "group standings": "/e/{slug}/standings/groups/",
    "full cross table": "/e/{slug}/standings/all/",
    "event home": "/e/{slug}/",
    "players, 100 rows": "/e/{slug}/players/",
    "player": "/e/{slug}/players/1/",
    "team": "/e/{slug}/teams/1/",
    "tables": "/e/{slug}/tables/",
    "table": "/e/{slug}/tables/1/1/",
    "statistics": "/e/{slug}/statistics/",
    "list of events": "/",
}


def timed(run, times=20):
    """Return the least processor time of ``times`` runs in milliseconds, after a warm-up run."""
    run()
    spent = []
    for _time in range(times):
        start = time.process_time()
        run()
        spent.append((time.process_time() - start) * 1000)
    return min(spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=10)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, CACHE_URL="dummycache://", DJANGO_SETTINGS_MODULE="config.settings")
        import config.wsgi  # noqa: F401

        measure(asked.players, asked.sessions)


def measure(players, sessions):
    """Import the event and print the table of figures."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from common.actions.permissions import system_actor
    from common.files.json_files import dump
    from scoring.event_file.selectors.reading import read_event
    from scoring.event_file.services.importing import import_event
    from scoring.releases.services.releasing import release_session
    from tests.support.event_generator import make_event
    from tests.support.pictures import pictures_of
    from tournament.events.models.events import Event

    call_command("migrate", verbosity=0)
    raw = dump(make_event(1, players, sessions, odd=False))
    start = time.perf_counter()
    document = read_event(raw)
    checked = time.perf_counter()
    import_event(system_actor("benchmark"), document=document)
    done = time.perf_counter()
    print(f"{players} players x {sessions} sessions; event file {len(raw) / 1e6:.1f} MB")
    print(f"check {checked - start:.2f} s, write {done - checked:.2f} s")
    event = Event.objects.get()
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(system_actor("benchmark"), session)
    event.ledger.refresh_from_db()
    client = Client(headers={"host": "localhost"})
    print(f"{'page':24}{'ms':>8}{'queries':>9}{'kB':>8}{'kB gzip':>9}")
    for name, address in PAGES.items():
        path = address.format(slug=event.slug)
        with CaptureQueriesContext(connection) as queries:
            response = client.get(path)
            asked = len(queries)
        assert response.status_code == 200, (path, response.status_code)
        spent = timed(lambda path=path: first_reader(client, path))
        size, packed = len(response.content), len(gzip.compress(response.content, 6))
        print(f"{name:24}{spent:8.1f}{asked:9}{size / 1e3:8.1f}{packed / 1e3:9.1f}")
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    address = html.unescape(re.search(r'data-live="([^"]+/standings[^"]*)"', page)[1])
    poll = f"/live/{event.slug}/version?standings={address.partition('&v=')[2]}"
    print(f"{'unchanged poll':24}{timed(lambda: ask_server(poll), 50):8.2f}")
    print(f"{'the same, Django alone':24}{timed(lambda: client.get(poll), 50):8.2f}")
    for name, draw in pictures_of(event).items():
        print(f"{name:24}{timed(draw):8.2f}")


def first_reader(client, path):
    """Request the page as a server asks for the first reader of a version: no standings are in memory."""
    from common.infrastructure.stack import with_room
    from web.shared.viewer import shared_standings

    shared_standings.cache_clear()
    return with_room(client.get, path)


def ask_server(address):
    """Ask for an unchanged poll through everything that a server runs."""
    from django.test import RequestFactory

    from config.wsgi import application

    statuses = []
    request = RequestFactory().get(address, headers={"host": "localhost"})
    b"".join(application(request.environ, lambda status, _headers: statuses.append(status)))
    assert statuses == ["204 No Content"], statuses


if __name__ == "__main__":
    main()
