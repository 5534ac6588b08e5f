"""Suspensions and other measures: who decides and lifts them."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.measures import suspend
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from tests.support.sheets import at
from tests.web.floor.fouls.browsing import address, words
from tournament.people.models.accounts import Account, Role
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def test_only_the_committee_lifts_a_suspension(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    recorded = FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1, remark="藏牌")
    record_foul(system_actor("甲"), event, foul=recorded)
    chief, committee = signed_in("chief-referee"), signed_in("committee")
    page = chief.get(reverse("floor:foul", args=["small", 1]))
    way = reverse("floor:measure", args=["small", 1, "suspend"])
    assert way in page.content.decode()
    assert "out of the rest of the event" in words(chief.get(way))
    chief.post(way, {"session": 2})
    assert at(sheet, "W").status == "withdrawn"
    lift = reverse("floor:measure", args=["small", 1, "lift"])
    assert chief.get(lift).status_code == 403
    assert "in force" in words(committee.get(reverse("floor:measures", args=["small"])))
    committee.post(lift, {"session": 3, "reason": "误会"})
    assert at(sheet, "W").status == "entered"


def test_lifting_says_that_an_earlier_withdrawal_counts_again(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    withdraw(system_actor("甲"), at(sheet, "W"), session=1, reason="病了")
    record_foul(system_actor("甲"), event, foul=FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1))
    suspend(system_actor("甲"), event.measures.get(), session=2, referee="乙")
    committee, way = signed_in("committee"), reverse("floor:measure", args=["small", 1, "lift"])
    page = committee.get(way)
    assert "had withdrawn from session 1 on before the suspension; that withdrawal counts again" in words(page)
    assert 'name="session"' not in page.text
    committee.post(way, {"reason": "误会"})
    assert (event.measures.get().status, at(sheet, "W").status) == ("lifted", "withdrawn")


def test_a_measure_needs_a_second_person(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    chief, event = signed_in("chief-referee"), sheet.table.session.event
    sent = {"do": "take", "remark": "藏牌", "acknowledged": "grave"}
    chief.post(address(sheet, seat="W", hand=1, kind="cheating"), sent)
    way = reverse("floor:measure", args=["small", 1, "suspend"])
    assert "Referee who decides with you" in words(chief.get(way))
    assert chief.post(way, {"session": 2, "referee": " "}).status_code == 400
    chief.post(way, {"session": 2, "referee": "周芷若"})
    assert event.measures.get().decided_by == "chief-referee, 周芷若"
    Role.objects.create(account=Account.objects.get(name="chief-referee"), event=event, name="committee")
    chief.post(address(sheet, seat="E", hand=1, kind="grave", outcome="rank"), sent)
    assert (
        reverse("floor:measure", args=["small", 2, "confirm"])
        not in chief.get(reverse("floor:measures", args=["small"])).content.decode()
    )
    shown = words(chief.get(reverse("floor:measure", args=["small", 2, "confirm"])))
    assert "Another member of the committee must confirm it" in shown
