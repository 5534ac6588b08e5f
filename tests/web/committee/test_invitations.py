"""Invitations by mail to work for a body: sent, accepted once, withdrawn, expired; only its heads invite."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from common.actions.errors import Forbidden, Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from ranking.bodies.models import Body, BodyMember
from ranking.bodies.services import invite_member, withdraw_member_invitation
from tests.support.ranking import new_account, new_body, new_invitation
from tests.support.threads import together
from tournament.access.models import AccountInvitation
from tournament.access.selectors.invitations import account_invitations
from tournament.access.selectors.roles import actor_of
from tournament.access.services.account_invitations import MOST_OPEN
from tournament.keeping.services import delete_expired
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db
PERSON = {"name": "赵敏", "username": "zhaomin", "password": "a long pass phrase"}
TYPED = {"mail": "min@example.org", "role": "body-member", "language": "en", "token": "t" * 32}
HEAD, MEMBER = BodyMember.Role.CHAIR, BodyMember.Role.MEMBER


@pytest.fixture
def body(settings) -> Body:
    settings.SENDS_MAIL = True
    return new_body(name="中国麻将协会")


def client_of(body: Body, role: str = HEAD) -> Client:
    account = new_account()
    BodyMember.objects.create(account=account, body=body, role=role)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def page_of(body: Body) -> str:
    return f"/committee/{body.slug}/members/invitations/"


def test_a_mail_leads_to_an_account_that_works_for_the_body(body) -> None:
    head = client_of(body)
    page = unescape(head.post(page_of(body), TYPED).text)
    assert "The mail to min@example.org is sent." in page
    assert "Member of the body's committee · 中国麻将协会" in page
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["min@example.org"], "Invitation: 中国麻将协会")
    assert "invites you to work for 中国麻将协会 as Member of the body's committee." in sent.body
    address = re.search(r"http://testserver(/i/account/\S+)", sent.body)[1]
    phone = Client(headers={"accept-language": "en"})
    shown = unescape(phone.get(address, follow=True).text)
    assert "中国麻将协会" in shown
    assert "You are invited as Member of the body's committee." in shown
    answer = phone.post("/join/account/", PERSON)
    assert (answer.status_code, answer["Location"]) == (302, f"/committee/{body.slug}/")
    member = BodyMember.objects.get(account__username="zhaomin")
    assert (member.body, member.role) == (body, MEMBER)
    assert phone.get(f"/committee/{body.slug}/").status_code == 200
    assert phone.get(page_of(body)).status_code == 403
    chain = body.ledger.audit_entries.order_by("seq").values_list("action", flat=True)
    assert list(chain) == ["body.invite", "account_invitation.accept"]
    assert "min@example.org" not in str(list(AuditEntry.objects.values()))
    assert Client().get(address, follow=True).status_code == 404
    listed = unescape(head.get(page_of(body)).text)
    assert "in use" in listed
    assert "赵敏" in listed


def test_who_is_head_already_stays_head(body) -> None:
    head = client_of(body)
    account = Account.objects.get(bodies__body=body)
    account.set_password("a long pass phrase")
    account.save()
    head.force_login(account)
    new_invitation(body, MEMBER, "t" * 32)
    head.get(f"/i/account/{'t' * 32}/")
    assert head.post("/join/account/").status_code == 302
    assert BodyMember.objects.get(account=account).role == HEAD


def test_a_withdrawn_invitation_opens_nothing(body) -> None:
    head, given = client_of(body), new_invitation(body, HEAD, "t" * 32)
    answer = head.post(f"{page_of(body)}{given.invitation_id}/withdraw/", follow=True)
    assert "The invitation no longer works." in answer.text
    assert Client().get(f"/i/account/{'t' * 32}/", follow=True).status_code == 404
    again = head.post(f"{page_of(body)}{given.invitation_id}/withdraw/", follow=True)
    assert "This invitation no longer works." in again.text


def test_an_expired_invitation_opens_nothing_and_its_mail_address_is_deleted(body) -> None:
    given = new_invitation(body, HEAD, "t" * 32)
    past = timezone.now() - timedelta(days=1)
    AccountInvitation.objects.update(expires=past, delete_after=past.date())
    assert Client().get(f"/i/account/{'t' * 32}/", follow=True).status_code == 404
    delete_expired(system_actor("sweep"))
    assert not type(given).objects.exists()
    assert not AccountInvitation.objects.exists()


def test_only_heads_invite_and_withdraw_and_only_for_their_body(body) -> None:
    other = new_body()
    given = new_invitation(other)
    assert client_of(body, MEMBER).get(page_of(body)).status_code == 403
    head = client_of(body)
    assert head.get(page_of(other)).status_code == 403
    assert "no longer works" in head.post(f"{page_of(body)}{given.invitation_id}/withdraw/", follow=True).text
    assert given.invitation.revoked_at is None
    account = new_account()
    with pytest.raises(Forbidden):
        invite_member(actor_of(account), body, role=HEAD, mail="", token="x")
    with pytest.raises(Forbidden):
        withdraw_member_invitation(actor_of(account), other, invitation=given.invitation_id)


def test_the_list_of_the_program_shows_none_of_a_body_and_each_body_has_its_own_limit(body) -> None:
    for number in range(MOST_OPEN):
        new_invitation(body, token=f"token {number}")
    assert not account_invitations(None).exists()
    with pytest.raises(Refused, match="at most 50 open invitations"):
        new_invitation(body)
    new_invitation(new_body())


def test_a_wrong_role_is_refused(body) -> None:
    with pytest.raises(Refused, match="no such role"):
        invite_member(system_actor("test"), body, role="referee", mail="", token="x")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_who_accept_at_once_are_one_member(body) -> None:
    given = new_invitation(body, MEMBER, "t" * 32)

    def accept(name: str) -> int:
        phone = Client()
        phone.get(f"/i/account/{'t' * 32}/")
        return phone.post("/join/account/", PERSON | {"username": name}).status_code

    answers = together(lambda: accept("first"), lambda: accept("second"))
    assert sorted(answers)[0] == 302
    assert BodyMember.objects.filter(body=body).count() == 1
    given.invitation.refresh_from_db()
    assert given.invitation.account.username in ("first", "second")
