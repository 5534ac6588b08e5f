"""What a live fragment keeps of what was asked."""

import re
from urllib.parse import urlencode

import pytest
from django.core.cache import caches
from django.db import connection
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from common.actions.models.heads import Head
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session, retract_session
from tournament.clocks.models import Announcement
from tournament.clocks.services.announcements import announce
from tournament.events.models.events import Event
from tournament.events.selectors.events import HeadStamp
from web.live.packing import LONG
from web.live.quick_poll import LARGEST, QuickPoll, share
from web.live.reading import SHARED, make_room

FOREIGN = "words=x&after=2&subject=7&show=all"
OPEN = {"hx-request": "true", "accept-language": "en"}
#: What a full hall has open, and asks for.
QUICK = [
    "announcements?",
    "clock?",
    "event?",
    "followed?subject=4&",
    "mine?subject=4&",
    "player?subject=4&",
    "standings?",
]


@pytest.fixture(autouse=True)
def _what_was_answered_is_believed_for_the_whole_test(settings):
    settings.SECONDS_BELIEVED = 60
    SHARED.clear()  # an earlier test's event may have had the same number


def poll_address(client: Client, event: Event, asked: str) -> str:
    """Where the fragment that was asked for asks again, without the version."""
    content = client.get(f"/live/{event.slug}/{asked}").content.decode()
    return content.split('data-live="')[1].split("v=")[0].replace("&amp;", "&")


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
    again = page.split('data-live="')[1].split('"')[0].replace("&amp;", "&")
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


def page_poll(asked: list[str], version: str = "") -> str:
    return f"/live/cup/?{urlencode([('v', version), *(('f', one) for one in asked)])}"


def parts(content: str) -> list[str]:
    """What an open page asks for again: its fragments with their versions."""
    return [one.replace("&amp;", "&").rpartition("/")[2] for one in re.findall(r'data-live="([^"]+)"', content)]


def test_a_page_asks_for_all_its_fragments_at_once(public, event, django_assert_num_queries):
    content = public.get("/e/cup/").content.decode()
    asked = parts(content)
    assert [one.partition("?")[0] for one in asked] == ["announcements", "clock", "event"]
    current = public.get(page_poll(asked), headers=OPEN)
    assert current.status_code == 204
    stamp = current.headers["X-Live"]
    # A page that was just opened does not know it yet.
    with django_assert_num_queries(1):
        again = Client().get(page_poll(asked), headers=OPEN)
    assert (again.status_code, again.headers["X-Live"]) == (204, stamp)
    others = page_poll(parts(public.get("/e/cup/standings/").content.decode()), stamp)
    with django_assert_num_queries(1):
        assert Client().get(others, headers=OPEN).status_code == 204
    # One fragment's poll does not name its version elsewhere: "nothing new" is not for who has another.
    assert public.get(f"/live/cup/{asked[2]}", headers=OPEN).status_code == 204
    assert public.get("/live/cup/event?v=0", headers=OPEN).status_code == 200
    Head.objects.filter(pk=event.head_id).update(clock=F("clock") + 1)
    changed = public.get(page_poll(asked, stamp), headers=OPEN)
    assert re.findall(r'id="live-(\w+)"[^>]+ hx-swap-oob="true"', changed.content.decode()) == ["clock"]
    assert changed.headers["X-Live"] != stamp
    with django_assert_num_queries(1):
        assert Client().get(page_poll(asked, stamp), headers=OPEN).content == changed.content
    asked[1] = parts(changed.content.decode())[0]
    with django_assert_num_queries(1):
        assert Client().get(page_poll(asked, changed.headers["X-Live"]), headers=OPEN).status_code == 204
    retract_session(system_actor("test"), event.sessions.get(number=2), reason="a slip")
    both = public.get(page_poll(asked, changed.headers["X-Live"]), headers=OPEN).content.decode()
    assert len(parts(both)) == 3
    assert 'id="standing-at" hx-swap-oob="true"' in both


def test_a_phone_that_was_away_hears_what_ended_by_the_clock_alone(public, event):
    announce(system_actor("test"), event, en="Lunch now")
    asked = parts(public.get("/e/cup/").content.decode())
    stamp = public.get(page_poll(asked), headers=OPEN).headers["X-Live"]
    Announcement.objects.update(until_at=F("from_at"))  # as if its time had come: no version rises
    for kept in caches.all():
        kept.clear()
    changed = public.get(page_poll(asked, stamp), headers=OPEN)
    now = [one for one in asked if not one.startswith("announcements")] + parts(changed.content.decode())
    assert public.get(page_poll(now, changed.headers["X-Live"]), headers=OPEN).status_code == 204
    away = Client().get(page_poll(asked, stamp), headers=OPEN)
    assert away.status_code == 200
    assert parts(away.content.decode()) == parts(changed.content.decode())


def test_a_page_gets_of_what_it_asks_only_what_it_may_have(public, official, event):
    asked = ["standings?v=0", "missing?v=0", "nothing?v=0", "table?subject=3-1&v=0", "clock?v=0"]
    content = public.get(page_poll(asked), headers=OPEN).content.decode()
    assert [one.partition("?")[0] for one in parts(content)] == ["standings", "table", "clock"]
    assert "taken it back" in content
    # Officials' polls are answered for each, and others never get their answer.
    theirs = official.get(page_poll(asked), headers=OPEN)
    assert "X-Live" not in theirs.headers
    assert "taken it back" not in theirs.content.decode()
    assert "missing" in [one.partition("?")[0] for one in parts(theirs.content.decode())]
    again = public.get(page_poll(asked), headers=OPEN).content.decode()
    assert parts(again) == parts(content)
    assert "taken it back" in again
    for one in ("standings?q=x&v=0", "standings?words=x&v=0"):
        assert "X-Live" not in public.get(page_poll([one]), headers=OPEN).headers


def test_what_is_shared_ends_with_a_release_or_its_retraction(public, event):
    def shown() -> bool:
        return "+58" in Client().get("/live/cup/player?subject=8&v=0", headers=OPEN).content.decode()

    assert shown()
    retract_session(system_actor("test"), event.sessions.get(number=2), reason="a slip")
    assert not shown()
    release_session(system_actor("test"), event.sessions.get(number=2))
    assert shown()


def test_phones_that_follow_their_own_share_all_but_these_lines(public, official, event, django_assert_num_queries):
    first = public.get(page_poll(["followed?subject=1-2&v=0", "standings?v=0"]), headers=OPEN)
    with django_assert_num_queries(1):  # the look at the head
        other = Client().get(page_poll(["followed?subject=7-8&v=0", "standings?v=0"]), headers=OPEN)
    names = {entry.number: entry.name for entry in event.entries.all()}
    shown = [answer.content.decode().split('id="live-standings"') for answer in (first, other)]
    assert [[number for number in (1, 2, 7, 8) if escape(names[number]) in page[0]] for page in shown] == [
        [1, 2],
        [7, 8],
    ]
    assert "Content-Security-Policy" in other.headers
    packed = Client().get(page_poll(["standings?v=0"]), headers={**OPEN, "accept-encoding": "gzip"})
    assert all(int(one.headers["Content-Length"]) == len(one.content) for one in (other, packed))
    # Who has an account reads with eyes of its own.
    with CaptureQueriesContext(connection) as asked:
        official.get(page_poll(["followed?subject=7-8&v=0"]), headers=OPEN)
    assert len(asked) > 1


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


@pytest.mark.parametrize("fragment", QUICK)
def test_what_phones_show_is_quick(public, event, django_assert_num_queries, fragment):
    asked = f"/live/cup/{fragment}v="
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


def test_words_that_are_searched_are_not_shared_with_a_reading(public, event):
    asked = page_poll([f"standings?q={'x' * 90}&v=0", "standings?v=0"])
    assert len(parts(public.get(asked, headers=OPEN).content.decode())) == 2
    [reader] = [one for one in SHARED.values() if one.event.pk == event.pk and one.parts]
    assert [text for text, _language, _opened in reader.parts] == ["standings?v=0"]


def test_versions_that_are_made_up_fill_no_memory(public, event):
    versions = range(20)
    for version in versions:
        public.get(page_poll([f"standings?v={version}", f"standings?v={version}{'x' * 2000}"]), headers=OPEN)
    [reader] = [one for one in SHARED.values() if one.event.pk == event.pk and one.parts]
    assert [text for text, _language, _opened in reader.parts] == [f"standings?v={version}" for version in versions]
    assert len({id(text) for part in reader.parts.values() for text in part.again if len(text) >= LONG}) == 1


@pytest.mark.parametrize(("size", "kept"), [(LARGEST, True), (LARGEST + 1, False)])
def test_a_huge_answer_is_not_kept_for_others(size, kept, db):
    def page(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(b"x" * size)
        share(response, HeadStamp(1, 1, 1), "1.1.1")
        return response

    polls = QuickPoll(page)
    polls.page = page
    polls(RequestFactory(headers=OPEN).get("/live/cup/?f=all?v=0"))
    assert any("polled:" in key for key in caches["near"]._cache) is kept


def test_a_poll_by_a_name_that_is_not_ours_is_turned_away(public, event):
    assert public.get("/live/cup/standings?v=0", headers={"host": "evil.example"}).status_code == 400


def test_the_last_few_stay_loaded_and_only_the_oldest_go():
    kept: dict[str, int] = {}
    for number in range(6):
        make_room(kept, 4)
        kept[str(number)] = number
        assert [*kept.values()] == list(range(max(0, number - 3), number + 1))
