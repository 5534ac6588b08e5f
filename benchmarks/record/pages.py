"""Time every public page of the record: ``DATABASE_URL=… python -m benchmarks.record.pages [--only TEXT]``.

DATABASE_URL is an empty database of PostgreSQL; a second run uses what the first one wrote. It is filled with people,
their official results of two years, events with tables and hands, series, and a ranking of two days. Each page is
requested as by a server (config/wsgi.py), with empty caches, as after a change of the record, and again. Prints the
least milliseconds by the clock of ``--times`` requests, those of this process's processor, those of the queries, and
how many queries.
"""

import argparse
import os
import random
import tempfile
import time
from datetime import timedelta
from typing import NamedTuple

from benchmarks.record.rankings import DAY, fill, run_job

BAR = 60
SERIES = {"short": 5, "year": 60, "long": 100}
TABLE_EVENTS, TABLE_PEOPLE = 60, 1_000


def main():
    """Fill the database if it is empty, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings")
        import config.wsgi  # noqa: F401  # configured as a server

        prepare(asked.people, asked.results)
        report([path for path in addresses(asked.people) if asked.only in path], asked.times)


def prepare(people, results):
    """Fill an empty database, and print how long the job of the ranking took."""
    from django.core.management import call_command
    from django.db import connection

    from ranking.bodies.models import Body

    if connection.vendor != "postgresql":
        raise SystemExit("DATABASE_URL must be an empty database of PostgreSQL.")
    call_command("migrate", verbosity=0)
    if Body.objects.exists():
        return
    fill(people, results)
    fill_tables()
    fill_persons()
    fill_series()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    for day in (DAY - timedelta(days=31), DAY):
        began = time.perf_counter()
        run_job(day)
        print(f"job of the ranking as of {day}: {time.perf_counter() - began:.1f} s")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def fill_tables():
    """Create events with tables and hands, played by the first people."""
    from benchmarks.record.lists import fill_events
    from ranking.bodies.models import Body
    from ranking.record.models.records import OfficialResult
    from tournament.people.models.persons import Person

    ids = Person.objects.order_by("pk").values_list("pk", flat=True)[:TABLE_PEOPLE]
    fill_events(random.Random(1), Body.objects.get(), list(ids), TABLE_EVENTS)
    for team in range(1, 21):
        members = OfficialResult.objects.filter(recorded__event__isnull=False, row__in=range(team, 81, 20))
        members.update(team=f"Team {team}", team_rank=team)


def fill_persons():
    """Store who is in the record."""
    from ranking.record.models.persons import RecordedPerson
    from ranking.record.services.recorded_persons import newest_of
    from tournament.people.models.persons import Person

    for first in range(0, Person.objects.count(), 10_000):
        ids = Person.objects.order_by("pk").values_list("pk", flat=True)[first : first + 10_000]
        RecordedPerson.objects.bulk_create(newest_of(list(ids)), batch_size=5_000)


def fill_series():
    """Create series of the last events of the record, each of 200 players."""
    from ranking.record.models.records import RecordedEvent
    from tests.support.series import new_series

    slugs = list(RecordedEvent.objects.filter(event=None).order_by("-starts", "-pk").values_list("slug", flat=True))
    for slug, events in SERIES.items():
        series = new_series(*slugs[:events], counting="best", best=4)
        series.slug = slug
        series.save()


def addresses(people):
    """Return the address of each public page of the record, with the options that lead to other queries."""
    from ranking.lists.selectors.hands import gallery_ids
    from ranking.lists.selectors.scopes import Scope
    from ranking.rankings.models import RankingLine
    from ranking.record.models.records import OfficialResult

    lines = RankingLine.objects.filter(position__isnull=False, snapshot__day=DAY).order_by("-results", "pk")
    usual, other = lines.values_list("person", flat=True)[:2]
    busy, opponent = OfficialResult.objects.filter(recorded__slug="tables-0").values_list("person", flat=True)[:2]
    hand = gallery_ids(Scope())[0]
    return [
        "/bodies/ema/feed.json", "/register/", "/",
        "/rankings/", "/rankings/mers/", *(f"/rankings/mers/?page={people // part}" for part in (100, 50)),
        "/rankings/mers/?country=NL", "/rankings/mers/?country=NL&page=60", "/rankings/mers/?q=Player+999",
        "/rankings/mers/?q=Player", "/rankings/mers/?q=99999", "/rankings/mers/?q=nobody",
        f"/rankings/mers/?day={DAY - timedelta(days=31)}",
        "/rankings/mers/countries/", "/rankings/mers/events/", "/rankings/mers/events/?page=100",
        *(f"/rankings/mers/players/{usual}/{page}" for page in ("", "result/", "with/", f"with/{other}/")),
        *(f"/rankings/mers/players/{busy}/{page}" for page in ("", "with/?q=Player+99")),
        "/series/", *(f"/series/{slug}/" for slug in SERIES), "/series/year/?after=30", "/series/short/?page=5",
        "/series/short/feed.json", "/series/short/frame/", "/series/short/embed/", "/series/long/frame/",
        f"/p/{usual}/", f"/p/{busy}/", f"/p/{busy}/with/", f"/p/{busy}/with/?q=Player+9",
        f"/p/{busy}/with/{opponent}/",
        "/record/countries/NL/", "/record/teams/Team%201/",
        "/record/players/", "/record/players/?page=100", "/record/players/?by=dealt-in",
        "/record/players/?by=longest-run", "/record/players/?by=dealt-in&year=2026", "/record/players/?event=tables-0",
        "/record/players/?series=short", "/record/players/?q=Player+99",
        "/record/hands/", "/record/hands/?page=100", "/record/hands/?by=points", "/record/hands/?event=tables-0",
        "/record/hands/?fan=pure-straight", f"/record/hands/{hand}/",
        "/e/tables-0/class/", "/e/tables-0/report/",
    ]  # fmt: skip


def report(paths, times):
    """Print the figures of each page; those above the bar are marked."""
    print(f"load {os.getloadavg()[0]:.1f}\n")
    print("| page | first, ms | of the processor | queries | their ms | then, ms | of the processor | queries |")
    print("|---|---|---|---|---|---|---|---|")
    for path in paths:
        first, then = timed(path, times, fresh=True), timed(path, times, fresh=False)
        mark = " (above)" if then.clock > BAR else ""
        cells = [first.clock, first.worked, first.queries, first.asked, f"{then.clock:.0f}{mark}", then.worked]
        cells = [cell if isinstance(cell, str) else f"{cell:.0f}" for cell in [*cells, then.queries]]
        print(f"| `{path}` | {' | '.join(cells)} |", flush=True)
    print(f"\nload {os.getloadavg()[0]:.1f}")


class Figures(NamedTuple):
    """Milliseconds by the clock, of the processor and of the queries, each the least, and the number of queries."""

    clock: float
    worked: float
    asked: float
    queries: int


def timed(path, times, *, fresh):
    """Return the figures of a page, with caches that are empty before each request (``fresh``) or kept."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from common.infrastructure.stack import with_room

    settings.ALLOWED_HOSTS = ["*"]
    client, spent = Client(headers={"accept-language": "en"}), []
    for _request in range(times):
        if fresh:
            empty_caches()
        began, worked = time.perf_counter(), time.process_time()
        answer = with_room(client.get, path)  # as a server asks (config/wsgi.py)
        spent.append((time.perf_counter() - began, time.process_time() - worked))
        assert answer.status_code == 200, (path, answer.status_code)
    if fresh:
        empty_caches()
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    clock, worked = (1000 * min(values) for values in zip(*spent, strict=True))
    return Figures(clock, worked, 1000 * sum(float(query["time"]) for query in queries), len(queries))


def empty_caches():
    from django.core.cache import caches

    for cache in caches.all():
        cache.clear()


if __name__ == "__main__":
    main()
