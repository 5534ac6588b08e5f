"""Tests of releasing and retracting sessions."""

import re

import pytest
from django.test import Client

from common.actions.models.audit import AuditEntry
from scoring.sheets.models.sheets import Sheet
from tests.support.recompute import standings
from tests.web.desk.conftest import PASSWORD, contradicting, document, taken_in

RELEASE, RETRACT = ("/e/event-1/desk/sessions/{}/" + word + "/" for word in ("release", "retract"))
KEY = "5c4b5a0e-0000-4000-8000-000000000001"


def released(event) -> list[int]:
    return [session.number for session in event.sessions.order_by("number") if session.released_at]


def release(client, number: int, **typed: str):
    return client.post(RELEASE.format(number), {"key": KEY, "password": PASSWORD, **typed})


def test_a_release_makes_the_results_public_and_raises_the_versions(event, signed_in):
    organizer, public = signed_in("organizer", event, password=True), Client()
    before = (event.ledger.public, event.ledger.live)
    assert "Session 1" not in public.get("/e/event-1/standings/").content.decode()
    answer = release(organizer, 1)
    assert (answer.status_code, answer["Location"]) == (302, "/e/event-1/desk/sessions/")
    event.ledger.refresh_from_db()
    assert (event.ledger.public, event.ledger.live) == (before[0] + 1, before[1] + 1)
    assert released(event) == [1]
    first = standings(document(released=1), released=True)["individual"][0]
    assert first["name"] in public.get("/e/event-1/standings/").content.decode()
    page = organizer.get("/e/event-1/desk/sessions/").content.decode()
    assert "The results of session 1 are released." in page
    entry = AuditEntry.objects.get(action="session.release")
    assert (entry.actor_name, entry.about) == ("organizer", "session:1")


def test_a_form_sent_twice_releases_once(event, signed_in):
    organizer = signed_in("organizer", event, password=True)
    assert [release(organizer, 1).status_code for _time in range(2)] == [302, 302]
    assert AuditEntry.objects.filter(action="session.release").count() == 1
    again = release(organizer, 1, key="another")
    assert again.status_code == 400
    assert "The results of this session are already released." in again.content.decode()
    page = organizer.get(RELEASE.format(1)).content.decode()
    assert "Session 1 cannot be released" in page
    assert "The results of this session are already released." in page


def test_the_page_describes_what_the_release_shows(signed_in):
    plain = contradicting(document(released=1), (2, 1), (2, 2), (3, 1))
    hands_and_totals = plain["sessions"][1]["tables"][2]["totals"]
    best, worst = (pick(hands_and_totals, key=hands_and_totals.get) for pick in (max, min))
    hands_and_totals[best], hands_and_totals[worst] = hands_and_totals[worst], hands_and_totals[best]
    taken_in(plain)
    client = signed_in("administrator")
    page = client.get(RELEASE.format(2)).content.decode()
    assert "3 tables do not add up" in page
    assert "the order would change at these tables: 3." in page
    assert 'href="/e/event-1/desk/contradictions/?session=2"' in page
    two = {**plain, "sessions": plain["sessions"][:2]}
    after, before = standings(two), standings({**plain, "sessions": plain["sessions"][:1]})
    leader = after["individual"][0]
    assert f"<b>{leader['name']}</b>" in page
    assert f"{leader['table_points']} TP" in page
    ranks = {line["number"]: line["rank"] for line in before["individual"]}
    most = max(ranks[line["number"]] - line["rank"] for line in after["individual"])
    least = max(line["rank"] - ranks[line["number"]] for line in after["individual"])
    assert re.findall("[▲▼][0-9]+", page)[0] == f"▲{most}"
    assert f"▼{least}" in page


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(2, "Release session 1 first"), (1, "These tables are not confirmed yet: 2, 4.")],
)
def test_a_session_that_cannot_be_released_has_a_reason_and_no_button(event, signed_in, number, sentence):
    Sheet.objects.filter(table__session__number=1, table__number__in=[2, 4]).update(state=Sheet.State.SIGNED)
    organizer = signed_in("organizer", event, password=True)
    page = organizer.get(RELEASE.format(number)).content.decode()
    assert sentence in page
    assert 'name="password"' not in page
    assert release(organizer, number).status_code == 400
    assert released(event) == []


def test_a_wrong_password_releases_nothing_and_shows_a_field_error(event, signed_in):
    organizer = signed_in("organizer", event, password=True)
    answer = release(organizer, 1, password="guess")
    assert answer.status_code == 400
    assert '<ul class="field-errors" id="id_password_error">' in answer.content.decode()
    assert released(event) == []


def test_retracting_needs_a_reason_and_describes_what_stays_public(signed_in):
    event = taken_in(document(released=2))
    organizer = signed_in("organizer", event, password=True)
    page = organizer.get(RETRACT.format(2)).content.decode()
    leader = standings(document(released=1), released=True)["individual"][0]
    assert f"<b>{leader['name']}</b>" in page
    wrong = organizer.post(RETRACT.format(2), {"key": KEY, "password": "guess", "reason": "抄错了 table 3"})
    assert "抄错了 table 3</textarea>" in wrong.content.decode()
    without = organizer.post(RETRACT.format(2), {"key": KEY, "password": PASSWORD, "reason": " "})
    assert without.status_code == 400
    assert 'name="password"' not in without.content.decode()
    assert released(event) == [1, 2]
    right = organizer.post(RETRACT.format(2), {"key": KEY, "password": PASSWORD, "reason": "抄错了 table 3"})
    assert right.status_code == 302
    assert released(event) == [1]
    assert AuditEntry.objects.get(action="session.retract").reason == "抄错了 table 3"


def test_releases_are_retracted_last_first_until_nothing_is_public(signed_in):
    event = taken_in(document(released=2))
    organizer = signed_in("organizer", event, password=True)
    assert "Withdraw the results of session 2 first" in organizer.get(RETRACT.format(1)).content.decode()
    assert organizer.post(RETRACT.format(1), {"reason": "x", "password": PASSWORD}).status_code == 400
    event.sessions.filter(number=2).update(released_at=None)
    assert "The public then sees no results." in organizer.get(RETRACT.format(1)).content.decode()


def test_only_the_next_and_the_last_released_session_have_buttons(signed_in):
    event = taken_in(document(released=1))
    buttons = {}
    for role in ("organizer", "referee"):
        page = signed_in(role, event).get("/e/event-1/desk/sessions/").content.decode()
        buttons[role] = re.findall(r'class="btn" href="([^"]+)"', page)
    close, official = "/e/event-1/desk/close/", "/e/event-1/desk/sessions/1/official/"
    assert buttons == {"organizer": [official, RETRACT.format(1), RELEASE.format(2), close], "referee": []}


def test_check_look_and_release_are_three_presses_with_one_password(event, signed_in):
    Sheet.objects.filter(table__session__number__in=[1, 2]).update(state=Sheet.State.SIGNED)
    chief = signed_in("chief-referee", event, password=True)
    for number, password in ((1, {"password": PASSWORD}), (2, {})):
        check = f"/e/event-1/desk/sessions/{number}/confirm/"
        assert f'class="btn" href="{check}"' in chief.get("/e/event-1/desk/sessions/").content.decode()
        assert "Confirm 4 sheets that add up" in chief.get(check).content.decode()
        look = chief.post(check, {"key": f"{KEY[:-1]}{number}"})
        assert look.url == RELEASE.format(number)
        page = chief.get(look.url).content.decode()
        assert ('name="password"' in page) == bool(password)
        assert chief.post(look.url, {"key": f"{KEY[:-2]}1{number}", **password}).status_code == 302
    assert released(event) == [1, 2]


def test_the_tables_of_a_session_are_a_grid_and_say_what_is_wrong(signed_in):
    plain = document()
    plain["sessions"][0]["tables"][1]["totals"]["E"] += 8
    taken_in(plain)
    Sheet.objects.filter(table__session__number=1, table__number__in=[1, 2]).update(state=Sheet.State.SIGNED)
    Sheet.objects.filter(table__session__number=1, table__number=4).update(state=Sheet.State.OPEN)
    page = signed_in("administrator").get("/e/event-1/desk/sessions/1/confirm/").content.decode()
    grid = page.split('<ul class="table-grid">')[1].split("</ul>")[0]
    cells = re.findall(r'class="tone-(\w+)".*?<b>(\d+)</b>.*?visually-hidden">([^<]+)<', grid, re.DOTALL)
    assert cells == [
        ("wait", "1", "signed"),
        ("stop", "2", "does not add up"),
        ("ok", "3", "confirmed"),
        ("live", "4", "not signed yet"),
    ]
    [wrong] = re.findall(r"<b>Table (\d+)</b>\s*<span>([^<]+)</span>", page)
    assert wrong[0] == "2"
    assert "+8" in wrong[1]
    assert 'href="/e/event-1/desk/contradictions/1/2/"' in page


@pytest.mark.parametrize("page", ["/e/{}/desk/sessions/", "/e/{}/desk/", "/e/{}/desk/sessions/1/release/"])
def test_the_same_number_of_queries_for_one_session_and_three(signed_in, queries, page):
    taken_in(document("one", 1))
    taken_in(contradicting(document("three", 3), (1, 1), (1, 2), (1, 3)))
    client = signed_in("administrator")
    assert queries(lambda: client.get(page.format("one"))) == queries(lambda: client.get(page.format("three")))


def test_without_tables_the_page_leads_to_the_draw(signed_in):
    bare = document("bare", 1)
    del bare["sessions"][0]["tables"][:]
    page = signed_in("organizer", taken_in(bare)).get("/e/bare/desk/sessions/").content.decode()
    assert "Sheets appear with the tables once the draw is released." in page
    assert "Close the event…" not in page
