"""Invitations of helpers at the Desk."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from tests.web.desk.setup.setting_up.pages import SETUP, invite, text
from tournament.access.models import Invitation
from tournament.people.models.accounts import Account, Role
from web.shared.requests.rate_limit import LIMITS, Limit


def test_an_invitation_code_gives_a_helper_a_role_in_this_event_only(event, organizer):
    address = invite(organizer)
    token = address.split("/")[2]
    phone = Client()
    assert phone.get(address)["Location"] == "/join/"
    assert "You are invited as Referee" in text(phone.get("/join/"))
    assert "</span>Fill in this field." in text(phone.post("/join/", {"name": ""}))
    assert phone.post("/join/", {"name": "小龙女"})["Location"] == "/e/event-1/desk/"
    assert phone.get("/e/event-1/desk/").status_code == 200
    helper = Account.objects.get(name="小龙女")
    assert not helper.has_usable_password()
    assert list(helper.event_roles.values_list("event__slug", "name")) == [("event-1", "referee")]
    assert phone.get(SETUP).status_code == 403
    stored = str(list(Invitation.objects.values())) + str(list(AuditEntry.objects.values()))
    assert token not in stored
    # Another phone: the same account.
    other = Client()
    other.get(address)
    assert "Continue as 小龙女" in text(other.get("/join/"))
    other.post("/join/")
    assert Account.objects.filter(name="小龙女").count() == 1
    assert other.get("/e/event-1/desk/").status_code == 200


def test_a_helper_gets_no_role_that_needs_a_password(event, organizer):
    address, phone = invite(organizer), Client()
    phone.get(address)
    phone.post("/join/", {"name": "小龙女"})
    helper = Account.objects.get(name="小龙女")
    refused = organizer.post("/e/event-1/desk/roles/", {"username": helper.username, "name": "organizer"})
    assert refused.status_code == 400
    assert "A helper's code opens this account, without a password." in text(refused)
    granted = organizer.post("/e/event-1/desk/roles/", {"username": helper.username, "name": "scorekeeper"})
    assert granted.status_code == 302
    assert set(helper.event_roles.values_list("name", flat=True)) == {"referee", "scorekeeper"}


@pytest.mark.parametrize("right", ["is_staff", "is_superuser", "password"])
def test_the_code_no_longer_opens_an_account_that_got_more_rights(event, organizer, right):
    address, phone, fresh = invite(organizer), Client(), Client()
    phone.get(address)
    phone.post("/join/", {"name": "小龙女"})
    helper = Account.objects.get(name="小龙女")
    if right == "password":
        helper.set_password("a long password")
    else:
        setattr(helper, right, True)
    helper.save()
    fresh.get(address)
    assert fresh.get("/join/").status_code == 404
    assert fresh.post("/join/").status_code == 404
    assert "_auth_user_id" not in fresh.session


def test_unknown_addresses_leave_no_session(event, organizer):
    address, phone = invite(organizer), Client()
    for unknown in ("/i/guess/", "/i/account/guess/", "/e/event-1/register/guess/"):
        phone.get(unknown)
    assert not phone.cookies
    phone.get(address)
    phone.get("/i/guess/")
    assert phone.get("/join/").status_code == 404  # not the one of before


def test_revoking_an_invitation_ends_the_helpers_role(event, organizer):
    address, phone = invite(organizer), Client()
    phone.get(address)
    phone.post("/join/", {"name": "小龙女"})
    organizer.post(f"{SETUP}helpers/{Invitation.objects.get().pk}/revoke/")
    assert phone.get("/e/event-1/desk/").status_code == 302
    fresh = Client()
    fresh.get(address)
    answer = fresh.get("/join/")
    assert (answer.status_code, "revoked" in text(answer)) == (404, True)
    assert fresh.post("/join/", {"name": "x"}).status_code == 404


def test_a_role_ends_with_its_invitation(event, organizer):
    address, phone = invite(organizer), Client()
    phone.get(address)
    phone.post("/join/", {"name": "小龙女"})
    Role.objects.filter(account__name="小龙女").update(ends_at=timezone.now() - timedelta(seconds=1))
    assert phone.get("/e/event-1/desk/").status_code in (302, 403)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    fresh = Client()
    fresh.get(address)
    assert fresh.get("/join/").status_code == 404


def test_unknown_codes_are_rate_limited_but_invited_helpers_get_in(event, organizer, monkeypatch):
    monkeypatch.setitem(LIMITS, "invitation", Limit(2, ""))
    address, helper, phone = invite(organizer), Client(), Client()
    for number in range(2):
        phone.get(f"/i/guess-{number}/")
    helper.get(address)
    assert helper.get("/join/").status_code == 200
    assert phone.get("/join/").status_code == 429
    # Many requests of others do not evict a counter from the cache.
    cache.clear()
    assert phone.get("/join/").status_code == 429
    caches["tries"].clear()
    assert phone.get("/join/").status_code == 404


@pytest.mark.parametrize("data", [{"role": "organizer"}, {"days": "61"}, {"days": "0"}, {"token": "short"}])
def test_a_wrong_invitation_is_refused(event, organizer, data):
    page = text(organizer.get(SETUP + "helpers/"))
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    answer = organizer.post(SETUP + "helpers/", {"role": "referee", "days": "2", "token": token} | data)
    assert answer.status_code == 400
    assert not Invitation.objects.exists()
