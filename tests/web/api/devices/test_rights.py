"""Scoring devices: whose token may read and write hands, and as whom they act."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from scoring.sheets.models.sheets import Sheet, SheetVersion
from tests.support.devices import DRAWN, WON, Device, device_at, device_token, errors, official_of
from tests.support.events import small_event
from tests.support.publishing import hall_token
from tests.support.ranking import new_account
from tests.support.sheets import empty_sheet, new_card, new_phone
from tournament.access.models import ApiToken
from tournament.people.models.accounts import Account, Role
from web.api.tokens import THROTTLE

pytestmark = pytest.mark.django_db


def refused_everywhere(device: Device, status: int) -> str:
    """Return the message with which the device is refused reading, writing and removing alike."""
    answers = [device.read(), device.put(1, 0, DRAWN), device.delete(1, 0)]
    [message] = {errors(answer, status)["Authorization"] for answer in answers}
    assert not SheetVersion.objects.exists()
    return message


@pytest.mark.parametrize("role", [role for role in Role.Name.values if role != Role.Name.DISPLAY])
def test_a_token_needs_a_role_that_enters_hands(sheet: Sheet, role: str) -> None:
    device = device_at(sheet, official_of(sheet.table.session.event, role))
    if role in ("organizer", "chief-referee", "referee", "scorekeeper"):
        assert device.put(1, 0, DRAWN).status_code == 200
    else:
        assert refused_everywhere(device, 403) == "the account of the token has no role in this event that allows this"


def test_an_administrator_needs_no_role_and_the_house_has_none(sheet: Sheet) -> None:
    assert device_at(sheet, new_account(is_superuser=True)).put(1, 0, DRAWN).status_code == 200
    SheetVersion.objects.all().delete()
    refused_everywhere(device_at(sheet, new_account(is_staff=True)), 403)


def test_an_account_that_lost_its_role_writes_no_more(sheet: Sheet) -> None:
    account = official_of(sheet.table.session.event)
    device = device_at(sheet, account)
    assert device.read().status_code == 200
    Role.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    refused_everywhere(device, 403)
    Role.objects.all().delete()
    refused_everywhere(device, 403)
    other = small_event("other")
    Role.objects.create(account=account, event=other, name=Role.Name.ORGANIZER)
    refused_everywhere(device, 403)
    Account.objects.update(is_active=False)
    assert "deactivated" in refused_everywhere(device, 401)


def test_a_token_is_for_one_event(sheet: Sheet) -> None:
    other = empty_sheet(small_event("other")).table.session.event
    account = official_of(sheet.table.session.event)
    Role.objects.create(account=account, event=other, name=Role.Name.SCOREKEEPER)
    token = device_token(other, account)
    assert refused_everywhere(Device(token, sheet.table.session.event.slug), 403) == "the token is for another event"
    assert Device(token, "other").put(1, 0, DRAWN).status_code == 200


def test_a_revoked_or_expired_token_and_none_at_all_are_401(sheet: Sheet, device: Device) -> None:
    slug = sheet.table.session.event.slug
    assert "send a token" in refused_everywhere(Device("", slug), 401)
    assert "not known" in refused_everywhere(Device("nonsense", slug), 401)
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert "expired" in refused_everywhere(device, 401)
    ApiToken.objects.update(expires=timezone.now() + timedelta(days=1), revoked_at=timezone.now())
    assert "revoked" in refused_everywhere(device, 401)


def test_other_scopes_write_no_hand_and_hands_do_nothing_else(sheet: Sheet, device: Device) -> None:
    event = sheet.table.session.event
    hall = Device(hall_token(event), event.slug)
    assert refused_everywhere(hall, 403) == "the token does not have the scope hands"
    for path in (f"published/{event.slug}", "registries"):
        assert device.client.get(f"/api/v1/{path}").status_code == 403
    assert device.client.get("/api/v1/token").json()["scopes"] == ["hands"]


def test_a_second_factor_is_demanded_of_the_account(sheet: Sheet, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    assert "second factor" in refused_everywhere(device_at(sheet, new_account(is_superuser=True)), 403)


def test_a_device_asks_at_a_limited_rate(device: Device, monkeypatch) -> None:
    monkeypatch.setattr(THROTTLE, "num_requests", 2)
    answers = [device.read(), device.put(1, 0, DRAWN), device.put(2, 1, DRAWN)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0


def test_a_device_of_an_organizer_has_the_rights_of_the_card_only(sheet: Sheet) -> None:
    """The author is the account with the device's name; no role of the account goes with it."""
    account = official_of(sheet.table.session.event, Role.Name.ORGANIZER, name="赵敏", is_superuser=True)
    device = device_at(sheet, account)
    name = ApiToken.objects.get().name
    device.put(1, 0, WON)
    made = SheetVersion.objects.get()
    assert (made.by_ref, made.by_name, made.action) == (f"account:{account.pk}", f"赵敏 · {name}", "sheet.hand")
    entry = AuditEntry.objects.get(action="sheet.hand")
    assert (entry.actor_ref, entry.actor_name) == (f"account:{account.pk}", f"赵敏 · {name}")
    assert entry.device.startswith("127.0.0.1")
    assert ApiToken.objects.get().used_at is not None


def test_an_answer_names_nobody(sheet: Sheet) -> None:
    account = official_of(sheet.table.session.event, name="Zacharias Quill")
    first, second = device_at(sheet, account), device_at(sheet)
    first.put(1, 0, WON)
    answers = [second.read(), second.put(1, 0, DRAWN), second.put(17, 1, DRAWN), second.delete(1, 0)]
    assert [answer.status_code for answer in answers] == [200, 412, 422, 412]
    assert not any("Quill" in answer.text or "选手" in answer.text for answer in answers)


def test_a_device_writes_beside_the_phone_that_holds_the_pen(sheet: Sheet, device: Device) -> None:
    """As an official does: it needs no pen, and the phone keeps it."""
    code, _access = new_card(sheet.table.session.event)
    phone = new_phone(code)
    assert device.put(1, 0, WON).status_code == 200
    code.refresh_from_db()
    assert code.pen == phone
