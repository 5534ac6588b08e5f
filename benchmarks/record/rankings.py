"""Compute a ranking of many people: ``python -m benchmarks.record.rankings [--people N] [--results M]``.

Fills a temporary database with people and official results of the last two years. Runs the job that computes MERS as a
worker does, then the public pages. Prints seconds and the memory of the process.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta

from benchmarks.record.pins import memory

DAY = date(2026, 6, 1)
COUNTRIES = ["AT", "CN", "DE", "DK", "ES", "FR", "GB", "HU", "IT", "JP", "NL", "PL", "SE"]


def main():
    """Measure in a temporary database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--home", help="run the job only, over the record in this folder or in DATABASE_URL")
    asked = parser.parse_args()
    if asked.home:
        set_up(asked.home)
        jobs()
        return
    with tempfile.TemporaryDirectory() as home:
        set_up(home)
        measure(asked.people, asked.results, home)


def set_up(home):
    os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings")
    import django

    django.setup()


def measure(people, results, home):
    """Fill the record and print the figures; the job runs in a process of its own, which has filled nothing."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    fill(people, results)
    subprocess.run([sys.executable, "-m", "benchmarks.record.rankings", "--home", home], check=True)
    pages(people)


def jobs():
    """Run the job twice, and print the seconds and the memory of this process."""
    from common.jobs.kinds import kind_named
    from ranking.rankings.models import Ranking

    # Every worker has loaded the tasks and a connection.
    assert kind_named("ranking.compute")
    assert Ranking.objects.exists()
    before = memory()
    for words in ("first", "again, the same day"):
        began, worked = time.perf_counter(), time.process_time()
        ended = run_job()
        spent, work = time.perf_counter() - began, time.process_time() - worked
        print(f"job, {words}: {spent:.1f} s, {work:.1f} s of the processor; {ended.result['messages']}")
    print(f"memory of the process: {before:.0f} MB before, {memory():.0f} MB at most", flush=True)


def run_job(day=DAY):
    """Run the job as a worker does, and return its row."""
    from common.actions.permissions import system_actor
    from common.jobs import run, start
    from common.jobs.models import Job

    job = start(system_actor("benchmark"), "ranking.compute", parameters={"ranking": "mers", "day": day.isoformat()})
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.result
    return job


def pages(people):
    """Print the median time of each public page over seven requests, and its queries."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from ranking.rankings.models import RankingLine

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"accept-language": "en"})
    line = RankingLine.objects.filter(position__isnull=False).order_by("-results").first()
    for path in (
        "/rankings/mers/",
        f"/rankings/mers/?page={people // 200}",
        f"/rankings/mers/?page={people // 100}",
        "/rankings/mers/?country=NL",
        "/rankings/mers/?q=Player+999",
        "/rankings/mers/countries/",
        "/rankings/mers/events/",
        f"/rankings/mers/players/{line.person_id}/",
    ):
        spent, work = [], []
        for _request in range(7):
            began, worked = time.perf_counter(), time.process_time()
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(path)
            spent.append(time.perf_counter() - began)
            work.append(time.process_time() - worked)
            assert answer.status_code == 200, path
        median, worked = 1000 * statistics.median(spent), 1000 * statistics.median(work)
        print(f"{path}: {median:.0f} ms, {worked:.0f} ms of the processor, {len(queries)} queries")


def fill(people, results):
    """Create people, events in the last two years, their results, and a ranking."""
    from benchmarks.record.invented import EVENT_PLAYERS, fill_record, make_body
    from ranking.rankings.models import Ranking
    from ranking.rankings.rules.rule import Rule

    def figures(rank):
        return {"table_points": 385 - rank, "competition_points": 900 - 9 * rank}

    body = make_body("ema", "member")
    Ranking.objects.create(body=body, slug="mers", name={"en": "MERS"}, rule=Rule().plain(), renewal="hand")
    events = results // EVENT_PLAYERS
    days = [DAY - timedelta(days=1 + 720 * number // events) for number in range(events)]
    fill_record(random.Random(1), body, people, COUNTRIES, days, figures)


if __name__ == "__main__":
    main()
