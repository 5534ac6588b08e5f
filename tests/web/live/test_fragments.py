"""The version poll and the addresses of live fragments: which are public, and which are cached."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db.models import F
from django.http import HttpResponse
from django.test import Client

from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session, retract_session
from tournament.clocks.models import Announcement
from tournament.clocks.services.announcements import announce
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from web.live.fragments import FRAGMENTS

ACTOR = system_actor("test")
FOREIGN = "words=x&after=2&subject=7&show=all"
OPEN = {"hx-request": "true", "accept-language": "en"}
FOREVER = "public, max-age=31536000, immutable"
#: The public fragments, and one subject of each.
PUBLIC = dict.fromkeys(("all", "announcements", "appeal-times", "bracket", "clock", "cut", "event", "groups"), "") | {
    **dict.fromkeys(
        (
            "lines",
            "pools",
            "standings",
            "statistics",
            "teams",
            "wall-calls",
            "wall-ceremony",
            "wall-lots",
            "wall-strip",
        ),
        "",
    ),
    **dict.fromkeys(("group", "player", "seat-way", "tables", "team"), "1"),
    **dict.fromkeys(("seats", "table"), "1-1"),
    "cards": "0",
}
#: The fragments of pages that a full hall has open.
QUICK = ["announcements", "clock", "event", "player", "lines", "standings"]


@pytest.fixture(autouse=True)
def _versions_are_believed_for_the_whole_test(settings):
    settings.SECONDS_BELIEVED = 60
    cache.clear()  # an earlier test's event may have had the same number


def current(client: Client, address: str) -> str:
    """Return the address to which the requested one redirects."""
    response = client.get(f"/live/cup/{address}", headers=OPEN)
    assert (response.status_code, response["Cache-Control"]) == (302, "no-store"), address
    return response["Location"]


def version_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["v"][0]


def polled(client: Client, **versions: str) -> dict[str, str]:
    """Return the changes that a poll with these versions reports."""
    response = client.get("/live/cup/version", versions)
    assert response["Cache-Control"] == "no-store"
    return response.json()["changed"] if response.status_code == 200 else {}


def held_by(client: Client, page: str) -> dict[str, str]:
    """Return name -> version of the fragments of a page."""
    content = client.get(page).content.decode().replace("&amp;", "&")
    addresses = re.findall(r'data-live="([^"]+)"', content)
    return {urlsplit(address).path.rpartition("/")[2]: version_of(address) for address in addresses}


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        (f"standings?page=2&{FOREIGN}", "standings?page=2&lang=en&v="),
        (f"all?{FOREIGN}&page=2", "all?lang=en&v="),
        ("standings?page=1000", "standings?lang=en&v="),
        ("standings?page=02", "standings?lang=en&v="),
        ("standings?lang=ja", "standings?lang=ja&v="),
        ("standings?lang=tlh", "standings?lang=en&v="),
        ("player?subject=3&page=2", "player?subject=3&lang=en&v="),
    ],
)
def test_one_content_has_one_address(public, event, query, kept):
    address = current(public, query)
    assert address.startswith(f"/live/cup/{kept}")
    assert public.get(address).status_code == 200
    assert current(public, address.rpartition("/")[2] + "&words=x") == address


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_address_has_one_immutable_answer(public, official, event, name):
    readers = (Client(headers={"accept-language": "ja"}), official)
    for _attempt in range(2):
        address = current(public, f"{name}?subject={PUBLIC[name]}")
        first = public.get(address, headers=OPEN)
        others = [reader.get(address) for reader in readers]
        if current(public, f"{name}?subject={PUBLIC[name]}") == address:
            break  # else the minute changed, which some versions hold
    assert first.status_code == 200, address
    assert first["Cache-Control"] == FOREVER
    assert first["Content-Language"] == "en"
    assert not first.cookies
    assert b"csrf" not in first.content
    for other in others:
        assert (other.content, other["Content-Language"], other["Cache-Control"]) == (first.content, "en", FOREVER)
        assert "Cookie" not in other["Vary"]


def test_every_fragment_for_everybody_is_among_those(public, event):
    public.get("/live/cup/version")  # all pages are loaded
    # Those of results that a hall publishes: tests/web/pocket/published/.
    of_halls = {name for name in FRAGMENTS if name.startswith("published-")}
    public_fragments = {name for name, fragment in FRAGMENTS.items() if fragment.guard is None} - of_halls
    assert public_fragments == set(PUBLIC), "add it to PUBLIC with a subject"


def test_an_open_page_learns_that_its_subject_was_retracted(public, event):
    held = version_of(current(public, "table?subject=2-1"))
    retract_session(ACTOR, event.sessions.get(number=2), reason="a slip")
    gone = current(public, "table?subject=2-1")
    assert polled(public, table=held) == {"table": version_of(gone)}
    assert public.get(gone).status_code == 404
    answer = public.get(gone, headers=OPEN)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert "withdrawn it" in answer.content.decode()
    # It continues to poll, so that a new release shows it again.
    assert polled(public, table=version_of(gone)) == {}
    release_session(ACTOR, event.sessions.get(number=2))
    again = current(public, "table?subject=2-1")
    assert polled(public, table=version_of(gone)) == {"table": version_of(again)}
    assert public.get(again).status_code == 200


def test_a_page_asks_for_all_its_fragments_at_once(public, event):
    held = held_by(public, "/e/cup/")
    assert list(held) == ["announcements", "clock", "event"]
    assert public.get("/live/cup/version", held).status_code == 204
    Ledger.objects.filter(pk=event.ledger_id).update(clock=F("clock") + 1)
    changed = polled(public, **held)
    assert list(changed) == ["clock"]
    held |= changed
    assert polled(public, **held) == {}
    retract_session(ACTOR, event.sessions.get(number=2), reason="a slip")
    assert sorted(polled(public, **held)) == sorted(held)
    # The fragment also replaces the state of the results in the head of the page.
    assert b'id="standing-at" hx-swap-oob="true"' in public.get(current(public, "event"), headers=OPEN).content
    assert b"standing-at" not in public.get(current(public, "clock"), headers=OPEN).content


def test_pages_of_visitors_poll_as_often_as_the_server_says(public, official, event, settings):
    settings.POLL_SECONDS = 15.0
    assert 'data-poll="15.0"' in public.get("/e/cup/standings/").content.decode()
    assert "data-poll" not in official.get("/e/cup/standings/").content.decode()


def test_another_era_makes_other_versions(public, event):
    before = current(public, "standings")
    assert polled(public, standings=version_of(before)) == {}
    call_command("renew_eras")
    after = current(public, "standings")
    assert polled(public, standings=version_of(before)) == {"standings": version_of(after)}
    assert public.get(before).url == after
    assert Ledger().era != Ledger().era


@pytest.mark.parametrize("name", QUICK)
def test_a_poll_is_answered_from_the_events_state(public, event, django_assert_num_queries, name):
    version = version_of(current(public, f"{name}?subject=4"))
    assert polled(public, **{name: version}) == {}
    with django_assert_num_queries(1):
        assert Client().get("/live/cup/version", {name: version}).status_code == 204
    Ledger.objects.filter(pk=event.ledger_id).update(public=F("public") + 1, calls=F("calls") + 1, clock=F("clock") + 1)
    changed = polled(public, **{name: version})
    assert list(changed) == [name]
    with django_assert_num_queries(1):
        assert polled(Client(), **{name: version}) == changed


def test_a_state_that_ends_by_the_clock_has_another_version(public, event, settings):
    announce(ACTOR, event, texts={"en": "Lunch now"})
    held = held_by(public, "/e/cup/")
    assert polled(public, **held) == {}
    Announcement.objects.update(until_at=F("from_at"))  # as if its time had come, without a change of the event's state
    cache.clear()
    assert list(polled(public, **held)) == ["announcements"]
    assert b"Lunch" not in public.get(current(public, "announcements")).content


def test_a_poll_answers_only_permitted_fragments(public, official, event):
    versions = dict.fromkeys(("standings", "missing", "nothing", "table", "clock"), "0")
    assert list(polled(public, **versions)) == ["standings", "table", "clock"]
    assert list(polled(official, **versions)) == ["standings", "missing", "table", "clock"]
    assert public.get("/live/cup/missing").status_code == 404
    assert public.get("/live/cup/nothing").status_code == 404
    assert public.get("/live/other/version?standings=0").status_code == 404
    assert public.get("/live/other/standings").status_code == 404


def test_a_retraction_ends_the_public_answer(public, event):
    address = current(public, "player?subject=8")
    assert "+58" in public.get(address).content.decode()
    retract_session(ACTOR, event.sessions.get(number=2), reason="a slip")
    for changed_address in (address, address.replace("player", "lines")):
        gone = Client().get(changed_address, headers=OPEN)
        assert gone.status_code == 302
        assert "+58" not in Client().get(gone["Location"], headers=OPEN).content.decode()
    release_session(ACTOR, event.sessions.get(number=2))
    assert "+58" in public.get(current(public, "player?subject=8")).content.decode()


def test_unreleased_results_have_no_public_address(public, official, event):
    address = current(official, "player?subject=1")
    assert version_of(address).startswith("p")
    theirs = official.get(address)
    assert theirs["Cache-Control"] == "private, no-store"
    assert theirs.content != public.get(current(public, "player?subject=1")).content
    # Its address and guessed versions redirect to the public content.
    ledger = Ledger.objects.get(pk=event.ledger_id)
    for guessed in (version_of(address), version_of(address)[1:], f"{event.pk}.{ledger.public + 1}.0", "0"):
        for subject in ("player", "lines", "standings"):
            reached = Client(headers=OPEN).get(f"/live/cup/{subject}?subject=1&lang=en&v={guessed}", follow=True)
            assert reached.wsgi_request.get_full_path() == current(public, f"{subject}?subject=1")
            assert reached["Cache-Control"] == FOREVER


def test_an_official_is_answered_while_others_write(official, event):
    before = current(official, "player?subject=1")
    Ledger.objects.filter(pk=event.ledger_id).update(live=F("live") + 1)
    answer = official.get(before, headers=OPEN)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    # The next poll reports the version of meanwhile.
    changed = polled(official, player=version_of(before))
    assert changed == {"player": version_of(current(official, "player?subject=1"))}


def test_only_officials_see_a_rehearsal(public, official, event):
    Event.objects.update(rehearsal=True)
    assert public.get("/live/cup/version?standings=0").status_code == 404
    assert public.get("/live/cup/standings").status_code == 404
    Role.objects.update(name=Role.Name.DISPLAY)
    address = current(official, "standings")
    assert official.get(address)["Cache-Control"] == "private, no-store"
    assert polled(official, standings="0") == {"standings": version_of(address)}
    assert public.get(address).status_code == 404


def test_search_results_are_not_cached(public, event):
    public.get(current(public, "standings?q=x"))
    before = len(cache._cache)
    assert public.get(current(public, "standings?q=y")).status_code == 200
    assert len(cache._cache) == before
    assert public.get(current(public, "standings")).status_code == 200
    assert len(cache._cache) == before + 1


def test_another_event_at_the_same_address_has_other_versions(public, event):
    Event.objects.update(slug="other")
    assert public.get("/live/cup/standings").status_code == 404
    Event.objects.update(slug="cup")
    assert version_of(current(public, "standings")).startswith(f"{event.pk}.")


@pytest.mark.parametrize(("address", "unlisted"), [("lines", {9, 11}), ("cards?subject=0", set())])
def test_a_file_of_players_has_the_public_data(public, event, address, unlisted):
    event.entries.filter(number=3).update(name_consent=False)
    Ledger.objects.filter(pk=event.ledger_id).update(public=F("public") + 1)
    name = event.entries.get(number=3).name
    answer: HttpResponse = public.get(current(public, address))
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    markup = dict(answer.json())
    assert name not in answer.content.decode()
    assert set(markup) | unlisted == set(event.entries.values_list("number", flat=True))
    assert not unlisted & set(markup)
    assert all(f"/e/cup/players/{number}/" in shown for number, shown in markup.items())


def test_the_lines_are_in_the_order_of_the_standings(public, event):
    lines = public.get(current(public, "lines")).json()
    ranks = re.findall(r"table-rank\">([0-9–]+)<", "".join(markup for _number, markup in lines))
    ranked = [int(rank) for rank in ranks if rank != "–"]
    assert len(ranks) == len(lines)
    assert ranked == sorted(ranked)
    assert ranked[0] == 1


def test_there_is_no_file_without_players(public, event):
    for subject in ("1", "x", ""):
        assert public.get(current(public, f"cards?subject={subject}")).status_code == 404
