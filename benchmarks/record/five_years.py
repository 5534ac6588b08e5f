"""Rank and show a federation of five years: ``python -m benchmarks.record.five_years [--players N] [--meetings M]``.

The federation is that of the tests, larger. Runs the job of MERS for the end of each year, then the public pages of the
ranking, of a player and of a year's series. Prints milliseconds of the processor and the memory of the process.
"""

import argparse
import os
import statistics
import tempfile
import time

from benchmarks.record.pins import memory


def main():
    """Measure in a temporary database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--meetings", type=int, default=500)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        measure(asked.players, asked.meetings)


def measure(players, meetings):
    """Fill the record and print the figures."""
    from datetime import date

    from django.core.management import call_command

    from ranking.rankings.models import RankingLine
    from tests.support.federation import FIRST, YEARS, federation, store
    from tests.support.rankings import compute, new_ranking
    from tests.support.series import new_series

    call_command("migrate", verbosity=0)
    made = federation(1, players, meetings)
    store(made)
    ranking, before = new_ranking(slug="five-years"), memory()
    for year in range(FIRST.year + 1, FIRST.year + YEARS + 1):
        worked = time.process_time()
        compute(ranking, date(year, FIRST.month, FIRST.day))
        print(f"job, {year}: {time.process_time() - worked:.2f} s of the processor")
    print(f"memory of the process: {before:.0f} MB before, {memory():.0f} MB at most")
    season = new_series(*(meeting.slug for meeting in made.season(2025)), counting="best", best=4)
    person = RankingLine.objects.order_by("-results").values_list("person_id", flat=True)[0]
    pages(
        "/rankings/five-years/", f"/rankings/five-years/players/{person}/", f"/p/{person}/", f"/series/{season.slug}/"
    )


def pages(*paths):
    """Print the median time of the processor for each page over seven requests, and the first one."""
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"accept-language": "en"})
    for path in paths:
        spent = []
        for _request in range(7):
            worked = time.process_time()
            assert client.get(path).status_code == 200, path
            spent.append(time.process_time() - worked)
        print(f"{path}: {1000 * statistics.median(spent):.0f} ms of the processor, first {1000 * spent[0]:.0f} ms")


if __name__ == "__main__":
    main()
