"""The page on which the arbitration committee ends appeal times early (3.12.2)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.releases.models.closings import EarlyEnd
from scoring.sheets.models.sheets import Sheet
from tests.support.appeals import appeal_of, ended
from tests.support.events import small_event
from tests.support.sheets import made_sheet
from tests.web.floor.appeals.browsing import words
from tournament.clocks.models import SessionClock
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db
KEY = "5c4b5a0e-0000-4000-8000-000000000001"


@pytest.fixture
def sheet() -> Sheet:
    return ended(made_sheet(small_event(), "confirmed"), timezone.now() - timedelta(minutes=5))


@pytest.fixture
def client_of(sheet: Sheet) -> Callable[[str], Client]:
    def sign_in(role: str) -> Client:
        account = Account.objects.create_user(role, name=role)
        Role.objects.create(account=account, event=sheet.table.session.event, name=role)
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return sign_in


def page_of(sheet: Sheet) -> str:
    return f"/e/{sheet.table.session.event.slug}/floor/appeals/end-early/"


def test_the_committee_ends_the_wait_by_name_and_with_a_reason(
    sheet: Sheet, client_of: Callable[[str], Client]
) -> None:
    arbitration = client_of("arbitration")
    assert "The appeal time of session 1 runs until" in words(arbitration.get(page_of(sheet)))
    refused = arbitration.post(page_of(sheet), {"key": KEY, "names": "韦一笑", "reason": ""})
    assert refused.status_code == 400
    assert "韦一笑" in refused.content.decode()
    sent = arbitration.post(page_of(sheet), {"key": KEY, "names": "韦一笑", "reason": "全体选手声明不申诉"})
    assert sent["Location"].endswith("/floor/appeals/")
    assert EarlyEnd.objects.get().by == "韦一笑"
    after = words(arbitration.get(page_of(sheet)))
    assert "No appeal time is running" in after
    assert "Session 1, by decision of the arbitration committee (韦一笑): 全体选手声明不申诉" in after


def test_only_the_committee_sees_the_page(sheet: Sheet, client_of: Callable[[str], Client]) -> None:
    organizer = client_of("organizer")
    assert organizer.get(page_of(sheet)).status_code == 403
    assert "End appeal times early" not in words(organizer.get(page_of(sheet).removesuffix("end-early/")))


def test_the_closing_page_says_what_it_waits_for_and_offers_no_button(
    sheet: Sheet, client_of: Callable[[str], Client]
) -> None:
    text = client_of("organizer").get(f"/e/{sheet.table.session.event.slug}/desk/close/").content.decode()
    assert "The appeal time of session 1 runs until" in text
    assert "can end the wait for appeal times early" in text
    assert 'name="reason"' not in text


def test_the_closing_page_offers_no_early_end_if_only_an_appeal_is_undecided(
    sheet: Sheet, client_of: Callable[[str], Client]
) -> None:
    SessionClock.objects.update(ended_at=timezone.now() - timedelta(hours=2))
    appeal_of(sheet.table.session.event, "open", sheet=sheet)
    text = client_of("organizer").get(f"/e/{sheet.table.session.event.slug}/desk/close/").content.decode()
    assert "Appeal 1 is not decided" in text
    assert "can end the wait for appeal times early" not in text
