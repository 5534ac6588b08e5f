"""Queries of a page do not grow with its rows, and unreleased results stay hidden."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from django.test import Client

from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session, retract_session
from tests.support.cup import cup, taken_in
from tests.support.event_generator import make_event
from tests.web.pocket.conftest import page_text
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "players/",
    "players/1/",
    "teams/1/",
    "groups/1/",
    "tables/",
    "tables/1/",
    "tables/1/1/",
    "rules/",
    "standings/",
    "standings/all/",
    "statistics/",
]
#: Queries for the event, its public state, and the contents of the page.
MOST = 9
#: The home has the clock and the announcements, which are fragments, and the names of the groups.
#: A player's page has the hands.
#: The standings hold the bar of eight, as does a table's page without penalties, forfeits and the like.
MOST_OF = {"": 14, "players/1/": 9, "tables/1/1/": 9, "standings/": 8, "standings/all/": 8}
#: Session, account and roles of the user; on the home also contradictions.
OF_THE_READER = 4
#: On the home officials see the last counted session, on a player's page the check-in for the session to play.
OF_OFFICIALS = {"": 1, "players/1/": 4}


def quiet(slug: str, players: int, sessions: int) -> dict:
    """Return an event file with teams and groups and plain results."""
    document = make_event(1, players=players, sessions=sessions, odd=False, stages=False)
    document["event"]["id"] = slug
    for player in document["players"]:
        player.pop("federation_number", None)
    return document


@pytest.fixture
def administrator() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Account.objects.create_user("administrator", is_superuser=True))
    client.get("/account/devices/")  # notes where the account is signed in
    return client


def test_queries_of_a_page_do_not_grow_with_rows(
    public: Client, administrator: Client, queries: Callable[[Client, str], int]
) -> None:
    taken_in(quiet("one", 8, 1))
    taken_in(quiet("three", 24, 3))
    for page in PAGES:
        most = MOST_OF.get(page, MOST)
        few, many = (queries(public, f"/e/{slug}/{page}") for slug in ("one", "three"))
        assert few == many <= most, page
        few, many = (queries(administrator, f"/e/{slug}/{page}") for slug in ("one", "three"))
        assert few == many <= most + OF_THE_READER + OF_OFFICIALS.get(page, 0), page


def test_queries_of_the_event_list_do_not_grow_with_events(
    public: Client, queries: Callable[[Client, str], int]
) -> None:
    taken_in(quiet("one", 8, 1))
    count_for_one = queries(public, "/")
    taken_in(quiet("two", 8, 1))
    taken_in(quiet("three", 8, 2))
    assert queries(public, "/") == count_for_one == 2


def test_second_reader_is_served_from_the_cache(event: Event, public: Client) -> None:
    first = page_text(public, "/e/cup/players/4/")
    event.entries.filter(number=4).update(status="withdrawn")
    assert page_text(public, "/e/cup/players/4/") == first


def test_open_page_follows_a_release_and_a_retraction(event: Event, public: Client) -> None:
    addresses = ["/live/cup/event?", "/live/cup/player?subject=8&", "/live/cup/team?subject=2&"]
    addresses += ["/live/cup/group?subject=1&", "/live/cup/tables?subject=2&", "/live/cup/table?subject=2-1&"]
    current = [public.get(address)["Location"] for address in addresses]
    seen = {address[10:].partition("?")[0]: address.split("v=")[1] for address in current}
    assert public.get("/live/cup/version", seen).status_code == 204
    retract_session(system_actor("test"), event.sessions.get(number=2), reason="a slip")
    assert sorted(public.get("/live/cup/version", seen).json()["changed"]) == sorted(seen)
    for address in current[:4]:
        fragment = public.get(address, follow=True)
        assert fragment.status_code == 200
        assert "+58" not in fragment.content.decode()
    assert public.get(current[5], follow=True).status_code == 404
    release_session(system_actor("test"), event.sessions.get(number=2))
    assert "+58" in public.get(current[1], follow=True).content.decode()


def test_unreleased_session_does_not_reach_the_public(public: Client) -> None:
    """The public sees the same pages with and without the results of the last session."""
    whole, without = cup(id="whole"), cup(id="without")
    without["sessions"] = deepcopy(without["sessions"][:2])
    taken_in(whole, release=2)
    taken_in(without, release=2)
    numbers = range(1, 12)
    pages = [page for page in PAGES if page] + [f"players/{number}/" for number in numbers] + ["tables/2/2/", ""]
    for page in pages:
        assert page_text(public, f"/e/whole/{page}") == page_text(public, f"/e/without/{page}"), page
