"""What a live fragment keeps of what was asked."""

import re

import pytest
from django.db.models import F
from django.test import Client

from common.models import Head
from tournament.models import Event

FOREIGN = "words=x&after=2&subject=7&show=all"


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
