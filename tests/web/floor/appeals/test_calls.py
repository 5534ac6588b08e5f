"""Calls of a referee and rulings on Table and Floor."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.hand_names import hand_name
from scoring.sheets.services.referee_calls import call_referee
from tests.support.foul_examples import new_foul
from tests.support.sheets import at, new_card
from tests.web.floor.appeals.browsing import CHIEF, slug, words
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

pytestmark = pytest.mark.django_db


def test_table_phone_calls_and_the_floor_answers(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    _card, access = new_card(sheet.table.session.event, sheet.table.number)
    phone = Client(headers={"accept-language": "en"})
    phone.get(reverse("table:opened", args=[access.token]))
    place = [slug(sheet), sheet.table.session.number, sheet.table.number]
    call = reverse("table:call", args=place)
    answer = phone.post(call, {"for_what": "foul", "key": "a"}, headers={"accept": "application/json"})
    assert answer.json()["state"]["call"].startswith("A referee was called at")
    phone.post(call, {"for_what": "foul", "key": "b"})
    row = RefereeCall.objects.get()
    referee = signed_in("referee")
    assert "A foul" in words(referee.get(reverse("floor:calls", args=[slug(sheet)])))
    page = reverse("floor:call", args=[slug(sheet), row.pk])
    assert referee.post(page, {"do": "take"}).status_code == 302
    assert "referee is coming." in words(phone.get(reverse("table:page", args=place)))
    assert referee.post(page, {"do": "answer", "outcome": ""}).status_code == 400
    referee.post(page, {"do": "answer", "outcome": "Explained the rule"})
    assert "Explained the rule" in words(referee.get(reverse("floor:calls", args=[slug(sheet)])))
    assert not words(phone.get(reverse("table:page", args=place))).count("is coming")
    phone.post(call, {"for_what": "person"})
    phone.post(reverse("table:uncall", args=place))
    assert RefereeCall.objects.filter(taken_back=True).count() == 1


def test_referee_rules_on_a_dispute_and_the_sheet_names_the_referee(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    Hand.objects.filter(sheet=sheet, no=3).update(disputed=True)
    url_args = [slug(sheet), sheet.table.session.number, sheet.table.number]
    referee, page = signed_in("referee"), reverse("floor:table-rulings", args=url_args)
    # By number and name: the wind of hand 3 is not the seat of the chart.
    assert f'<option value="W">{at(sheet, "W").number} {at(sheet, "W").name}</option>' in referee.get(page).text
    form = {"do": "3", "hand3-seen": 1, "hand3-no": 3, "hand3-stands": "changed", "hand3-winner": "W"}
    form |= {"hand3-discarder": "self", "hand3-points": 7, "hand3-article": "3.9.1.4", "hand3-decision": "West wins"}
    wrong = referee.post(page, form | {"hand3-reason": "tiles shown"})
    assert wrong.status_code == 400
    assert "West wins" in wrong.content.decode()  # the input is kept
    referee.post(page, form | {"hand3-reason": "tiles shown", "hand3-points": 24})
    hand = Hand.objects.current().get(sheet=sheet, no=3)
    assert (hand.winner, hand.points, hand.disputed) == ("W", 24, False)
    for where in ("desk:sheet", "table:page", "floor:table-rulings"):
        page_text = words(signed_in("chief-referee").get(reverse(where, args=url_args)))
        assert "West wins (3.9.1.4) tiles shown" in page_text
        assert "decided by referee" in page_text
    referee.post(page, {"do": "other", "decision": "A warning by word", "reason": "noise"})
    assert Ruling.objects.count() == 2
    assert "A warning by word" in words(referee.get(reverse("floor:rulings", args=[slug(sheet)])))
    scorekeeper = signed_in("scorekeeper")
    assert "Enter the ruling" not in words(scorekeeper.get(page))
    assert scorekeeper.post(page, {"do": "other", "decision": "x", "reason": "x"}).status_code == 403


def test_hands_of_1998_have_their_names_on_the_floor_and_the_public_page(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    event = sheet.table.session.event
    Event.objects.filter(pk=event.pk).update(rules=Event.Rules.GB_1998)
    event.refresh_from_db()
    played = Hand.objects.filter(sheet=sheet).latest("no").no
    call_referee(CHIEF, sheet, for_what="foul", no=played)
    new_foul(event, sheet=sheet, hand_no=played)
    name = hand_name(played, "gb-1998")
    assert (hand_name(15, "gb-1998"), hand_name(15, "wmo-2014"), hand_name(17, "gb-1998")) == ("N–W", "", "")
    chief = signed_in(Role.Name.CHIEF_REFEREE)
    pages = ["?session=1", "calls/", "tables/1/1/", "fouls/", f"fouls/new/1/1/?hand={played}"]
    found = {page: name in words(chief.get(f"/e/{event.slug}/floor/{page}")) for page in pages}
    assert found == dict.fromkeys(pages, True)
    table = chief.get(f"/e/{event.slug}/tables/1/1/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "东风东局" in table
