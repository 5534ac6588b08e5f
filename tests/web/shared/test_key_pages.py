"""Keyset paging: each row on exactly one page while rows are added, forwards and backwards, in every order."""

import re
from collections.abc import Callable
from html import unescape
from itertools import count

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.utils.timezone import now

from ranking.bodies.models import Body
from ranking.levels.models import Qualification
from tests.support.pin_applications import member
from tests.support.ranking import new_body, new_person, recorded_event, result_of
from tournament.people.models.persons import Person
from web.shared.key_pages import AFTER, LAST, key_page

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ORDERS = [
    ("name", "pk"),
    ("-name",),
    ("country", "name", "pk"),
    ("-country", "-name", "-pk"),
    ("federation_number",),
    ("-federation_number",),
    ("country", "-federation_number"),
    ("-pk",),
    (),
]
_numbers = count()


def new(number: int) -> Person:
    """Create a person who shares name and country with others; every second one has no number."""
    serial = next(_numbers)
    return Person.objects.create(
        name=f"Name {number % 3}",
        country=["", "CN", "NL"][number % 3 - 1],
        federation_number=f"N{serial % 7}-{serial}" if number % 2 else None,
    )


def rows(order: tuple[str, ...]) -> QuerySet[Person]:
    return Person.objects.order_by(*order) if order else Person.objects.all()


def walk(order: tuple[str, ...], start: str, way: str, between: Callable[[], object]) -> list[list[int]]:
    """Return the ids of each page from ``start`` on, reading as a person does; ``between`` runs after each page."""
    pages, asked = [], start
    while True:
        page = key_page(rows(order), asked, 4)
        pages.append([person.pk for person in page])
        asked = getattr(page, way)
        if not asked:
            return pages
        between()


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_every_row_is_on_one_page_while_rows_are_added(order: tuple[str, ...]) -> None:
    first_rows = [new(number).pk for number in range(23)]
    numbers = iter([0, 1, 2, 3, 4])
    pages = walk(order, "", "next", lambda: new(next(numbers, 5)))
    read = [pk for page in pages for pk in page]
    assert len(read) == len({*read})
    assert {*first_rows} <= {*read}
    assert all(len(page) == 4 for page in pages[:-1])


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_pages_backwards_are_the_same_rows_in_the_same_order(order: tuple[str, ...]) -> None:
    for number in range(22):
        new(number)
    forwards = walk(order, "", "next", lambda: None)
    backwards = walk(order, LAST, "previous", lambda: None)
    in_order = [pk for page in forwards for pk in page]
    # From the end the pages begin elsewhere; the last step back is the first page, full again.
    assert [page[0] for page in backwards[:-1]] == [in_order[at] for at in (18, 14, 10, 6, 2)]
    assert backwards[-1] == forwards[0]
    assert backwards[0] == in_order[18:]


def test_numbers_of_older_links_still_lead_to_their_pages() -> None:
    people = [new(number).pk for number in range(10)]
    for asked, read in (
        ("1", people[:4]),
        ("2", people[4:8]),
        ("3", people[8:]),
        ("99", people[6:]),
        ("0", people[:4]),
    ):
        page = key_page(rows(("pk",)), asked, 4)
        assert [person.pk for person in page] == read, asked
    third = key_page(rows(("pk",)), "2", 4)
    assert [person.pk for person in key_page(rows(("pk",)), third.previous, 4)] == people[:4]
    assert [person.pk for person in key_page(rows(("pk",)), third.next, 4)] == people[8:]


def test_an_altered_address_and_that_of_another_order_are_the_first_page() -> None:
    people = [new(number).pk for number in range(6)]
    mark = key_page(rows(("pk",)), "", 4).next
    by_name = key_page(rows(("name",)), "", 4).next
    wrong = (mark[:-1], mark.replace(AFTER, "before"), f"{AFTER}x", AFTER, by_name, "-1", "²", "\x00", "last ")
    for asked in wrong:
        assert [person.pk for person in key_page(rows(("pk",)), asked, 4)] == people[:4], asked


def test_deleted_rows_leave_a_full_first_and_the_last_page() -> None:
    people = [new(number).pk for number in range(9)]
    first = key_page(rows(("pk",)), "", 4)
    second = key_page(rows(("pk",)), first.next, 4)
    third = key_page(rows(("pk",)), second.next, 4)
    Person.objects.filter(pk__in=people[:2]).delete()
    assert [person.pk for person in key_page(rows(("pk",)), third.previous, 4)] == people[4:8][-4:]
    assert [person.pk for person in key_page(rows(("pk",)), second.previous, 4)] == people[2:6]
    Person.objects.filter(pk__in=people[6:]).delete()
    assert [person.pk for person in key_page(rows(("pk",)), second.next, 4)] == people[2:6]
    Person.objects.all().delete()
    assert [*key_page(rows(("pk",)), second.next, 4)] == []


@pytest.fixture
def body() -> Body:
    body = new_body("world", name="World")
    event = recorded_event(body, name="Open")
    for number in range(120):
        result_of(new_person(f"Player {number:03}", country=["NL", "FR"][number % 2]), event, row=number + 1)
    return body


def links(page: str) -> dict[str, str]:
    """Return the addresses of the neighbours by their words."""
    nav = page[page.rindex('<nav class="pages"') :]
    found = re.findall(r'<a (?:rel="\w+" )?href="([^"]*)">\W*(\w+ page)', nav[: nav.index("</nav>")])
    return {words: unescape(address) for address, words in found}


def test_the_page_of_persons_keeps_search_and_order_from_page_to_page(body) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(member(body))
    address = f"/committee/{body.slug}/persons/"
    names: list[str] = []
    query = "?q=player&sort=-country"
    for _page in range(3):
        text = client.get(address + query).text
        names += re.findall(r"Player \d+", text)
        query = links(text).get("Next page", "")
        assert not query or ("q=player" in query and "sort=-country" in query)
    expected = [f"Player {number:03}" for number in [*range(118, -1, -2), *range(119, 0, -2)]]
    assert (names, query) == (expected, "")
    last = client.get(address + "?page=last").text
    assert re.findall(r"Player \d+", last) == [f"Player {number:03}" for number in range(70, 120)]
    back = client.get(address + links(last)["Previous page"]).text
    assert re.findall(r"Player \d+", back)[0] == "Player 020"
    assert {*links(back)} == {"First page", "Previous page", "Next page", "Last page"}
    by_day = client.get(address + "?sort=-last_day").text
    assert "Open" in by_day


def test_the_page_of_persons_has_more_newly_qualified_persons_than_a_page_shows(body) -> None:
    people, reached_at = [*Person.objects.order_by("pk")[:12]], now()
    for person in people:
        Qualification.objects.create(person=person, kind=Qualification.Kind.PIN, level=9, reached_at=reached_at)
    client = Client(headers={"accept-language": "en"})
    client.force_login(member(body))
    address = f"/committee/{body.slug}/persons/"
    first = qualified(client.get(address).text)
    assert re.findall(r"Player \d+", first) == [person.name for person in people[:10]]
    second = qualified(client.get(address + links(first)["Next page"]).text)
    assert re.findall(r"Player \d+", second) == [person.name for person in people[10:]]


def qualified(page: str) -> str:
    """Return the list of newly qualified persons with the links to its neighbours."""
    return page[page.index("Who qualifies") :].partition("Everybody with official results")[0]
