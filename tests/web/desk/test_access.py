"""The roles that may open each page of the Desk."""

import re

import pytest
from django.test import Client

from tests.web.desk.conftest import ROLES

EVERYBODY = set(ROLES)
OFFICIALS = {"organizer", "committee", "chief-referee", "referee", "scorekeeper", "arbitration", "administrator"}
RELEASERS = {"organizer", "committee", "chief-referee", "administrator"}
PAGES = {
    "/desk/": EVERYBODY,
    "/desk/import/": {"house", "administrator"},
    "/desk/accounts/": {"administrator"},
    "/e/event-1/desk/": OFFICIALS,
    "/e/event-1/desk/contradictions/": OFFICIALS,
    "/e/event-1/desk/sessions/": OFFICIALS,
    "/e/event-1/desk/sessions/1/release/": RELEASERS,
    "/e/event-1/desk/sessions/1/retract/": RELEASERS,
    "/e/event-1/desk/roles/": {"organizer", "administrator"},
    "/e/event-1/desk/audit/": {"organizer", "chief-referee", "administrator"},
    "/e/event-1/desk/file/": RELEASERS,
}


@pytest.mark.parametrize("page", PAGES)
def test_anonymous_users_are_redirected_to_the_sign_in_and_back(client, event, page):
    answer = client.get(page)
    assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next={page}")
    assert client.post(page).status_code in (302, 405)  # 405: the page accepts no POST


@pytest.mark.parametrize("role", ROLES)
def test_every_page_opens_only_for_its_roles(event, signed_in, role):
    client = signed_in(role, event)
    opened = {page for page in PAGES if client.get(page).status_code == 200}
    assert opened == {page for page, roles in PAGES.items() if role in roles}
    refused = {page: client.post(page, {}).status_code for page in PAGES.keys() - opened}
    assert set(refused.values()) <= {403, 405}


@pytest.mark.parametrize("role", ROLES)
def test_the_navigation_links_only_pages_that_open(event, signed_in, role):
    client = signed_in(role, event)
    start = client.get("/desk/").content.decode()
    overview = client.get("/e/event-1/desk/").content.decode()
    for page, roles in PAGES.items():
        shown = f'href="{page}"' in (overview if page.startswith("/e/") else start)
        if "/sessions/1/" not in page and page != "/desk/":
            assert shown == (role in roles), page


def test_each_page_of_the_menu_has_the_menus_words_as_its_heading(event, signed_in):
    client = signed_in("administrator", event)
    menu = client.get("/e/event-1/desk/").content.decode().split('id="desk-menu"')[1].split("desk-nav-foot")[0]
    links = re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', menu)
    assert len(links) > 20
    pages = {label: client.get(address, follow=True).content.decode() for address, label in links}
    headings = {
        label: re.search(r"<h1[^>]*>\s*([^<]+?)\s*<", page) for label, page in pages.items() if label != "Floor"
    }
    assert [label for label, heading in headings.items() if not heading or heading[1] != label] == []


def test_the_menu_is_in_groups_in_the_order_of_the_event_and_marks_the_page(event, signed_in):
    page = signed_in("administrator", event).get("/e/event-1/desk/checkin/").content.decode()
    menu = page.split('id="desk-menu"')[1].split("desk-nav-foot")[0]
    groups = [re.findall(r">([^<>]+)</(?:h2|a)>", group) for group in menu.split("<h2")[1:]]
    assert groups == [
        ["Prepare", "Settings", "Timetable and hall", "Officials", "Registration", "Self-registration"],
        ["Seat", "Check-in", "Draw", "Format"],
        ["Play", "Floor", "Screens", "Referees and roles"],
        ["Count", "Score entry", "Check results", "Release"],
        ["Finish", "Ceremony", "Awards", "Close the event", "Send the results"],
        ["Print", "Papers"],
        [
            "Manage",
            "Roles",
            "Event data",
            "Hand over",
            "Publish online",
            "Scoring devices",
            "Rehearsal",
            "New club night",
            "Audit",
            "Backups",
        ],
    ]
    assert re.findall(r'aria-current="page"[^>]*>([^<]+)', menu) == ["Check-in"]


def test_the_403_page_says_who_can_give_a_role(event, signed_in):
    page = signed_in("nobody").get("/e/event-1/desk/").content.decode()
    assert "An organizer of the event can give it one." in page


@pytest.mark.parametrize(
    "page", ["/e/none/desk/", "/e/event-1/desk/sessions/9/release/", "/desk/accounts/999/", "/e/event-1/desk/nothing/"]
)
def test_unknown_pages_are_not_found(event, signed_in, page):
    assert signed_in("administrator").get(page).status_code == 404


def test_writing_needs_the_csrf_token(event, account_of):
    client = Client(enforce_csrf_checks=True)
    client.force_login(account_of("administrator"))
    for page in PAGES.keys() - {"/desk/", "/e/event-1/desk/", "/e/event-1/desk/contradictions/"}:
        assert client.post(page, {}).status_code == 403
