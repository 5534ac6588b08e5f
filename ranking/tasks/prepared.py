"""What the first reader after a change of the record would wait for: lists, the hand gallery, countries, series.

It is computed ahead only where the processes share a cache; on a laptop each would have its own.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy

from common.actions.permissions import system_actor
from common.infrastructure.caches import is_shared
from common.jobs import Progress, Result, job, start
from common.jobs.models import Job
from common.jobs.sweeps import sweeps
from ranking.lists.selectors.figures import figures_of, state_of
from ranking.lists.selectors.hands import prepare_gallery
from ranking.lists.selectors.players import lists_are_prepared, player_countries, prepare_lists
from ranking.lists.selectors.scopes import Scope
from ranking.record.models.records import RecordedEvent
from ranking.series.selectors.news import series_told
from ranking.series.selectors.series import series_by_slug
from ranking.series.selectors.table import series_table
from ranking.teams.selectors import country_codes, country_results, member_tables, met_countries

LISTS, SERIES = "lists.prepare", "series.prepare"
#: The name under which the program prepares pages by itself.
PREPARER = "Prepared pages"
#: How long after a job for the lists the next one starts at the earliest.
LISTS_APART = timedelta(minutes=10)
#: How far back the sweep of every minute looks for releases; each is prepared once.
LOOKED_BACK = timedelta(minutes=5)


@job(LISTS, summary=gettext_lazy("Preparing the lists of players"))
def prepare_players(_progress: Progress) -> Result:
    """Compute the lists of players by each statistic, the hand gallery, and what the page of each country shows."""
    prepare_lists()
    prepare_gallery()
    state = state_of(Scope())
    figures = figures_of(Scope(), state)
    for country in player_countries(state):
        codes = country_codes(country)
        member_tables(country_results(codes), codes, state, figures)
        met_countries(codes, state)
    return Result()


@job(SERIES, summary=gettext_lazy("Preparing the ranking of a series"))
def prepare_series(_progress: Progress, *, series: str, at: str) -> Result:
    """Compute the ranking of a series with the results that became public ``at`` this time."""
    row = series_by_slug(series)
    if row is not None:
        series_table(row)
    return Result(data={"series": series, "at": at})


@sweeps
def lists_to_prepare() -> Mapping[str, int]:
    """Start preparing the lists when the record has changed; nothing is deleted."""
    if not is_shared() or not RecordedEvent.objects.exists() or lists_are_prepared():
        return {}
    if Job.objects.filter(kind=LISTS).exclude(ended_at__lt=timezone.now() - LISTS_APART).exists():
        return {}
    start(system_actor(PREPARER), LISTS)
    return {}


@sweeps
def series_to_prepare() -> Mapping[str, int]:
    """Start preparing each series of which results became public, once for each release; nothing is deleted."""
    if not is_shared():
        return {}
    newest: dict[str, str] = {}
    for news in series_told(timezone.now() - LOOKED_BACK):
        slug, at = news.body["series"]["id"], news.body["at"]
        newest[slug] = max(at, newest.get(slug, at))
    for slug, at in newest.items():
        parameters = {"series": slug, "at": at}
        if not Job.objects.filter(kind=SERIES, parameters=parameters).exists():
            start(system_actor(PREPARER), SERIES, parameters=parameters)
    return {}
