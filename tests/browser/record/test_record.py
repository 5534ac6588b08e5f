"""From a closed event to its class, the record and pins; on phones nothing scrolls sideways."""

import json

from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from ranking.bodies.models import Body, BodyMember
from ranking.record.models.records import RecordedEvent
from scoring.event_file.services.importing import import_event
from tests.support.paths import ROOT
from tests.support.ranking import closed, new_account, new_body, result_of
from tournament.events.models.events import Event

DEMO = ROOT / "scoring" / "demo" / "event_open_2018.json"


def fits(page: Page, axe, address: str) -> None:
    """Expect the page to be accessible and to fit a phone."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(address)
    assert axe(page) == [], address
    assert page.evaluate("document.documentElement.scrollWidth") == 360, address
    page.set_viewport_size({"width": 1440, "height": 900})


def enter_in_the_register(page: Page, number: str) -> None:
    """On the event's page, enter it in the register as an official of the world body."""
    page.get_by_role("link", name="Enter it in the register").click()
    page.get_by_label("Sanction number").fill(number)
    page.get_by_role("button", name="Enter the event").click()
    expect(page.get_by_text(f"In the register as number {number}")).to_be_visible()


def choose_person_of_a_row_on_a_phone(page: Page, axe, lists: str, name: str) -> None:
    """In the preview of a list the choice is visible, and nothing scrolls sideways."""
    page.goto(lists)
    page.get_by_label("Or the rows as text").fill(f"Place,Name,Team,TP,CP\n1,{name},Reds,25,100")
    page.get_by_role("button", name="Read the list").click()
    fits(page, axe, page.url)
    page.set_viewport_size({"width": 360, "height": 800})
    choice = page.get_by_label("Who ").bounding_box()
    assert choice is not None
    assert choice["x"] + choice["width"] <= 360
    assert page.evaluate("[...document.querySelectorAll('.table-box')].every((box) => box.scrollWidth <= 360)")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_closed_event_gets_a_class_a_record_and_pins(live_server, page: Page, axe, signed_in, transactional_db) -> None:
    import_event(system_actor("test"), document=json.loads(DEMO.read_text(encoding="utf-8")))
    event = closed(Event.objects.get(slug="open-2018"))
    body: Body = new_body(name="WMCC")
    official = new_account(name="赵敏")
    BodyMember.objects.create(account=official, body=body, role=BodyMember.Role.CHAIR)
    signed_in(official)
    page.goto(f"{live_server.url}/me/")
    page.get_by_role("link", name="Committee").first.click()
    page.get_by_role("link", name="Classes of events", exact=True).click()
    page.get_by_role("link", name=event.name).click()
    players = page.get_by_role("region", name="Class B").get_by_role("listitem").first
    expect(players).to_contain_text("Players A9 5.2.1 48 needed: 60")
    expect(players).to_contain_text("missed")
    expect(page.get_by_text("the result is frozen without a class")).to_be_visible()
    enter_in_the_register(page, "W-17")
    page.get_by_role("button", name="Confirm and freeze").click()
    expect(page.get_by_text("The class is confirmed")).to_be_visible()
    expect(page.get_by_text("Class C").first).to_be_visible()
    recorded = RecordedEvent.objects.get()
    player = recorded.results.get(individual_rank=1).person
    result_of(player, table_points=240, competition_points=-50, individual_rank=70)
    for path in (
        "",
        "events/",
        f"events/{event.slug}/",
        "persons/",
        f"persons/{player.pk}/",
        "lists/",
        "register/",
        "body/",
    ):
        fits(page, axe, f"{live_server.url}/committee/{body.slug}/{path}")
    choose_person_of_a_row_on_a_phone(page, axe, f"{live_server.url}/committee/{body.slug}/lists/", player.name)
    signed_in(new_account(player))
    fits(page, axe, f"{live_server.url}/e/{event.slug}/class/")
    fits(page, axe, f"{live_server.url}/p/{player.pk}/")
    fits(page, axe, f"{live_server.url}/me/data/")
    fits(page, axe, f"{live_server.url}/me/")
    expect(page.get_by_role("heading", name="Pin 6")).to_be_visible()
    expect(page.get_by_text("Table points: 15 more.").first).to_be_visible()
