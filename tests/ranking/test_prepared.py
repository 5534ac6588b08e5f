"""After a change of the record a job computes what readers would wait for, where the processes share a cache."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.jobs import run
from common.jobs.models import Job
from ranking.lists.selectors.figures import state_of
from ranking.lists.selectors.scopes import Scope
from ranking.record.models.records import RecordedEvent
from ranking.tasks.prepared import LISTS, SERIES, lists_to_prepare, series_to_prepare
from tests.support.ranking import new_person, recorded_event, result_of
from tests.support.redis_server import redis_server
from tests.support.series import new_series

pytestmark = [pytest.mark.server, pytest.mark.django_db]
EN = Client(headers={"accept-language": "en"})


@pytest.fixture
def shared_cache(tmp_path: Path, settings) -> Iterator[None]:
    """Let this process use a Redis, as a server does."""
    with redis_server(tmp_path) as server:
        backend = {"BACKEND": "common.infrastructure.caches.FallbackRedisCache", "LOCATION": f"{server.url}/1"}
        settings.CACHES = {**settings.CACHES, "default": backend}
        yield
        cache._local.clear()


def played(name: str) -> RecordedEvent:
    """Create an official event with one result."""
    event = recorded_event(starts=date(2026, 5, 1))
    result_of(new_person(name, country="NL"), event)
    return event


def run_jobs(kind: str) -> int:
    """Run the waiting jobs of this kind as a worker does; return how many there were."""
    waiting = list(Job.objects.filter(kind=kind, state=Job.State.QUEUED))
    for job in waiting:
        run(job.pk)
        assert Job.objects.get(pk=job.pk).state == Job.State.DONE
    return len(waiting)


def begun(sweep: Callable[[], Mapping[str, int]]) -> int:
    """Return how many jobs the sweep starts; it says nothing in the log of deletions."""
    before = Job.objects.count()
    assert sweep() == {}
    return Job.objects.count() - before


def reads_results(path: str, column: str = '"ranking_officialresult"."table_points"') -> bool:
    """Return whether the page reads official results, or another column, from which its list is computed."""
    with CaptureQueriesContext(connection) as queries:
        assert EN.get(path).status_code == 200
    return any(column in query["sql"] for query in queries)


def test_the_hand_gallery_is_prepared_with_the_lists(shared_cache) -> None:
    played("Anna")
    assert begun(lists_to_prepare) == run_jobs(LISTS) == 1
    for order in ("", "?order=newest"):
        assert not reads_results(f"/record/hands/{order}", '"scoring_handrecord"')
    played("Ben")
    assert not reads_results("/record/hands/", '"scoring_handrecord"'), "a list of results has no hands"
    cache.clear()
    assert reads_results("/record/hands/", '"scoring_handrecord"')


def test_lists_of_a_changed_record_are_prepared_once(shared_cache) -> None:
    played("Anna")
    assert begun(lists_to_prepare) == 1
    assert begun(lists_to_prepare) == 0
    assert run_jobs(LISTS) == 1
    assert not reads_results("/record/players/")
    assert not reads_results("/record/players/?by=longest-run")
    assert begun(lists_to_prepare) == 0
    played("Ben")
    assert begun(lists_to_prepare) == 0, "the next job waits ten minutes"
    Job.objects.update(ended_at=timezone.now() - timedelta(minutes=11))
    assert begun(lists_to_prepare) == 1
    assert reads_results("/record/players/"), "before the job a reader computes the list"
    assert "Ben" in EN.get("/record/players/").text


def test_the_results_of_countries_are_prepared_with_the_lists(shared_cache) -> None:
    played("Anna")
    assert begun(lists_to_prepare) == run_jobs(LISTS) == 1
    assert not reads_results("/record/countries/NL/", '"ranking_officialresult"."team_rank"')
    # The hands of the members too: the page needs the figures of all players no more.
    cache.delete(f"list-figures:{state_of(Scope())}")
    assert not reads_results("/record/countries/NL/")
    played("Ben")
    assert reads_results("/record/countries/NL/", '"ranking_officialresult"."team_rank"')
    cache.clear()
    assert reads_results("/record/countries/NL/")


def test_a_series_is_prepared_after_each_release(shared_cache) -> None:
    event = played("Anna")
    series = new_series(event.slug)
    assert begun(series_to_prepare) == 1
    assert begun(series_to_prepare) == 0
    assert run_jobs(SERIES) == 1
    assert not reads_results(f"/series/{series.slug}/")
    assert "Anna" in EN.get(f"/series/{series.slug}/").text
    RecordedEvent.objects.filter(pk=event.pk).update(confirmed_at=timezone.now(), version=2)
    assert begun(series_to_prepare) == 1


def test_a_removed_series_ends_its_job(shared_cache) -> None:
    series = new_series(played("Anna").slug)
    series_to_prepare()
    series.delete()
    assert run_jobs(SERIES) == 1


def test_a_laptop_prepares_nothing() -> None:
    """Each of its processes has a cache of its own."""
    new_series(played("Anna").slug)
    assert begun(lists_to_prepare) == begun(series_to_prepare) == 0


def test_an_empty_record_needs_no_job(shared_cache) -> None:
    assert begun(lists_to_prepare) == begun(series_to_prepare) == 0
