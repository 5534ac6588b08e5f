"""A laptop publishes its event, people at home read it on a second server, and a code from a paper is checked there."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import RELEASED, Choice
from scoring.releases.services.releasing import release_session
from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.looking import fits_in_each_language
from tests.support.cup import cup, taken_in
from tests.support.other_server import OtherServer
from tests.support.pdf_reading import texts_of
from tests.support.publishing import ACTOR, organizer_of, run_jobs
from tests.support.sftp import running_sftp
from tournament.events.models.events import Event

ORGANIZER = (
    "from tournament.people.models.accounts import Account",
    f"account = Account.objects.create_user('home', password='{PASSWORD}', name='Home')",
    "from tournament.events.models.events import Event",
    "account.event_roles.create(event=Event.objects.get(), name='organizer')",
)


@pytest.fixture
def event(live_server) -> Event:
    return taken_in(cup())


@pytest.fixture
def server(tmp_path: Path, migrated_database: Path) -> Iterator[str]:
    """The federation's server in a process of its own; its address."""
    other = OtherServer(tmp_path / "server", migrated_database, cup())
    other.shell(*ORGANIZER)
    with other.served() as port:
        yield f"http://127.0.0.1:{port}"


def code_on_the_paper(event: Event) -> str:
    paper = make_paper(event, Choice("standings", "en", view=RELEASED), total=lambda _: None, step=lambda: None)
    [code] = set(re.findall(r"\b(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}\b", " ".join(texts_of(paper.data))))
    return code


def token_made(page: Page, server: str, look: Callable[[str], None]) -> str:
    """Sign in at the server, and make the token of the hall there."""
    page.goto(f"{server}/e/cup/desk/receive/")
    page.locator("input[name=username]").fill("home")
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    look("receive")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Create the token").click()
    expect(page.get_by_text("The token is created")).to_be_visible()
    return page.locator("dd code").nth(1).inner_text()


def test_people_at_home_read_what_a_laptop_publishes(page: Page, event: Event, server: str, signed_in, axe) -> None:
    page.set_viewport_size(SIZES["phone"])
    look = partial(fits_in_each_language, page, axe)
    token = token_made(page, server, look)
    signed_in(organizer_of(event))
    page.goto("/e/cup/desk/publish/")
    look("publish-nothing")
    page.get_by_label("Address of the federation's server").fill(server)
    page.get_by_label("Token").fill("a wrong token of 32 characters..")
    page.get_by_label("There is no network: save without asking the server").check()
    page.get_by_role("button", name="Publish there").click()
    expect(page.get_by_text("The server is saved. Nothing was sent yet.")).to_be_visible()
    run_jobs()
    page.goto("/e/cup/desk/publish/")
    expect(page.get_by_text("not sent")).to_be_visible()
    look("publish-refused")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Save the server").click()
    expect(page.get_by_text("The server accepts the token.")).to_be_visible()
    release_session(ACTOR, event.sessions.get(number=1))
    run_jobs()
    page.goto("/e/cup/desk/publish/")
    expect(page.get_by_text("up to date")).to_be_visible()
    look("publish-sent")

    page.goto(f"{server}/e/cup/desk/receive/")
    look("received")
    page.get_by_role("link", name="What everybody reads").click()
    page.context.clear_cookies(domain="127.0.0.1")
    page.goto(f"{server}/e/cup/")
    look("home")
    page.get_by_role("link", name="Show the standings").click()
    expect(page.get_by_text("after session 1 of 3")).to_be_visible()
    expect(page.get_by_text("MÜLLER Eva")).to_be_visible()
    look("standings")
    page.get_by_role("link", name="Tables").click()
    look("tables")
    page.get_by_role("link", name="Session 1").click()
    expect(page.get_by_text("GARCÍA Luis")).to_be_visible()
    look("released-tables")
    page.get_by_role("link", name="Standings").first.click()
    page.get_by_role("link", name="GARCÍA Luis").click()
    expect(page.get_by_role("heading", name="GARCÍA Luis")).to_be_visible()
    look("player")
    page.goto(f"{server}/e/cup/published/standings/")
    page.get_by_role("link", name="Check a code").click()
    page.get_by_label("Code on the paper").fill(code_on_the_paper(event).lower().replace("-", " "))
    page.get_by_role("button", name="Check the code").click()
    expect(page.get_by_text("The code is right")).to_be_visible()
    look("checked")
    page.get_by_label("Code on the paper").fill("AAAA-AAAA-AAAA-AAAA")
    page.get_by_role("button", name="Check the code").click()
    expect(page.get_by_text("Unknown code")).to_be_visible()


def test_the_pages_are_uploaded_to_a_web_site_and_read_there(
    page: Page, event: Event, signed_in, axe, faults: list[str], tmp_path: Path
) -> None:
    page.set_viewport_size(SIZES["phone"])
    signed_in(organizer_of(event))
    page.goto("/e/cup/desk/publish/")
    page.get_by_role("link", name="Upload the public pages to a web server of yours").click()
    fits_in_each_language(page, axe, "upload-nothing")
    (tmp_path / "web").mkdir()
    with running_sftp(tmp_path / "web") as sftp:
        page.get_by_label("Address of the folder").fill(sftp.address.replace("sftp://", "ftp://"))
        page.get_by_role("textbox", name="Account").fill("club")
        page.get_by_role("button", name="Upload there").click()
        expect(page.get_by_text("This is not the address of a folder.").last).to_be_visible()
        faults.remove("console: Failed to load resource: the server responded with a status of 400 (Bad Request)")
        page.get_by_label("Address of the folder").fill(sftp.address)
        page.get_by_role("button", name="Upload there").click()
        run_jobs()
        page.goto("/e/cup/desk/publish/site/")
        expect(page.get_by_text("The server does not accept account and password or key.")).to_be_visible()
        fits_in_each_language(page, axe, "upload-refused")
        page.get_by_label("Password or secret key").fill("test-password")
        page.get_by_role("button", name="Save the folder").click()
        release_session(ACTOR, event.sessions.get(number=1))
        run_jobs()
        page.goto("/e/cup/desk/publish/site/")
        expect(page.get_by_text("Last upload")).to_be_visible()
        expect(page.get_by_text("not uploaded")).to_have_count(0)
        fits_in_each_language(page, axe, "upload-done")
    page.goto(f"file://{tmp_path}/web/cup/index.html")
    page.get_by_role("link", name="English").click()
    page.get_by_role("link", name="Standings").first.click()
    expect(page.get_by_text("MÜLLER Eva")).to_be_visible()
