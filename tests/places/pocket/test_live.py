"""What a live fragment keeps of what was asked."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.models import Head
from common.permissions import system_actor
from places.live import READS
from scoring.services.releasing import release_session, retract_session
from tournament.models import Event

FOREIGN = "words=x&after=2&subject=7&show=all"
OPEN = {"hx-request": "true", "accept-language": "en"}
#: What a full hall has open, and asks for.
QUICK = ["announcements", "clock", "event", "followed", "mine", "player", "standings"]


def poll_address(client: Client, event: Event, asked: str) -> str:
    """Where the fragment that was asked for asks again, without the version."""
    content = client.get(f"/live/{event.slug}/{asked}").content.decode()
    return content.split('hx-get="')[1].split("v=")[0].replace("&amp;", "&")


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        (f"standings?page=2&{FOREIGN}", "standings?page=2&"),
        (f"all?{FOREIGN}&page=2", "all?"),
        ("standings?page=1000", "standings?"),
        ("standings?page=02", "standings?"),
        ("player?subject=3&page=2", "player?subject=3&"),
    ],
)
def test_what_a_fragment_does_not_read_makes_no_other_entry_in_the_cache(public, event, asked, kept):
    assert poll_address(public, event, asked) == f"/live/{event.slug}/{kept}"


def test_an_open_page_hears_that_its_subject_was_taken_back(public, event):
    asked = f"/live/{event.slug}/table?subject=3-1&v=0"
    assert public.get(asked).status_code == 404
    answer = public.get(asked, headers={"hx-request": "true"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "taken it back" in page
    # It goes on asking, so that a new release brings it again.
    again = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert "subject=3-1" in again
    assert public.get(again, headers={"hx-request": "true"}).status_code == 204


def test_a_poll_that_was_told_a_moment_ago_is_answered_after_one_look(public, event, django_assert_num_queries):
    def polled(client: Client, asked: str) -> tuple[int, bool]:
        """The status, and whether it came by the quick way, before a language was found."""
        answer = client.get(f"/live/{event.slug}/standings?v={asked}")
        return answer.status_code, "Content-Language" not in answer.headers

    page = public.get(f"/e/{event.slug}/standings/").content.decode()
    version = re.search(r"/live/[^\"]*/standings\?[^\"]*v=([\w.]+)", page)[1]
    assert polled(public, version) == (204, False)
    with django_assert_num_queries(1):
        assert polled(Client(), version) == (204, True)
    # Whoever may be somebody is looked at, as is everything that is not current.
    somebody = Client()
    somebody.cookies["sessionid"] = "x"
    assert polled(somebody, version) == (204, False)
    assert [polled(public, asked) for asked in (f"{version}x", "")] == [(200, False)] * 2
    Head.objects.filter(pk=event.head_id).update(public=F("public") + 1)
    assert polled(public, version) == (200, False)


def test_what_one_open_page_was_just_sent_goes_to_the_others_after_one_look(public, event, django_assert_num_queries):
    asked = f"/live/{event.slug}/standings?v=0"
    first = public.get(asked, headers=OPEN)
    with django_assert_num_queries(1):
        other = Client().get(f"{asked}.1", headers=OPEN)
    assert (other.content, other.headers) == (first.content, first.headers)
    assert "Content-Security-Policy" in other.headers
    version = re.search(r"[?;]v=([\w.]+)", first.content.decode())[1]
    with django_assert_num_queries(1):
        assert Client().get(asked.replace("v=0", f"v={version}"), headers=OPEN).status_code == 204
    # Another language, part of the list, way of packing: another answer.
    apart = [{"accept-language": "ja"}, {"accept-encoding": "gzip"}]
    for answer in [*(public.get(asked, headers={**OPEN, **more}) for more in apart), public.get(f"{asked}&team=1")]:
        assert answer.content != first.content


def test_what_is_shared_ends_with_a_release_or_its_retraction(public, event):
    def shown() -> bool:
        return "+58" in Client().get("/live/cup/player?subject=8&v=0", headers=OPEN).content.decode()

    assert shown()
    retract_session(system_actor("test"), event.sessions.get(number=2), reason="a slip")
    assert not shown()
    release_session(system_actor("test"), event.sessions.get(number=2))
    assert shown()


def test_officials_see_what_is_not_released_and_nobody_gets_it_from_them(public, official, event):
    asked = "/live/cup/player?subject=1&v=0"
    before = public.get(asked, headers=OPEN).content
    for kept in caches.all():
        kept.clear()
    theirs = official.get(asked, headers=OPEN).content
    assert Client().get(asked, headers=OPEN).content != theirs
    assert official.get(asked, headers=OPEN).content != before


def test_words_that_are_searched_and_whatever_is_not_read_are_not_kept(public, event):
    for more in ("q=x", "words=x"):
        asked = f"/live/cup/standings?v=0&{more}"
        before = public.get(asked, headers=OPEN)
        Event.objects.update(slug="other")
        assert public.get(asked, headers=OPEN).status_code == 404
        Event.objects.update(slug="cup")
        assert before.status_code == 200


@pytest.mark.parametrize("name", QUICK)
def test_what_phones_show_is_quick(public, event, django_assert_num_queries, name):
    asked = f"/live/cup/{name}?subject=4&v="
    if "subject" not in READS[name]:
        asked = f"/live/cup/{name}?v="
    content = public.get(f"{asked}0", headers=OPEN).content.decode()
    version = re.search(r"[?;]v=([\w.-]+)", content)[1]
    with django_assert_num_queries(1):
        assert public.get(f"{asked}{version}", headers=OPEN).status_code == 204
    caches["near"].clear()
    assert public.get(f"{asked}{version}", headers=OPEN).status_code == 204
    with django_assert_num_queries(1):
        assert public.get(f"{asked}{version}").status_code == 204
    Head.objects.filter(pk=event.head_id).update(calls=F("calls") + 1, clock=F("clock") + 1)
    with CaptureQueriesContext(connection) as queries:
        public.get(f"{asked}{version}", headers=OPEN)
    assert len(queries) > 1
