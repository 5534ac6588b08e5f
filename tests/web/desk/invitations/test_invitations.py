"""Invitations by mail to an account with a password: sent, accepted once, withdrawn, expired, deleted."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from tests.support.action_examples import NEW_PERSON, new_account_invitation
from tests.support.threads import together
from tournament.access.models import AccountInvitation
from tournament.access.services.account_invitations import MOST_OPEN, accept_account_invitation, invite_to_role
from tournament.keeping.services import delete_expired, delete_private
from tournament.people.models.accounts import Account, Role

PAGE = "/e/event-1/desk/roles/invitations/"
PROGRAM = "/desk/accounts/invitations/"
TYPED = {"mail": "min@example.org", "role": "scorekeeper", "language": "ja", "token": "t" * 32}
PERSON = {"name": "赵敏", "username": "zhaomin", "password": "a long pass phrase"}


@pytest.fixture(autouse=True)
def _mail_server(settings) -> None:
    settings.SENDS_MAIL = True


def text(answer) -> str:
    return unescape(answer.content.decode())


def invited(client: Client, page: str = PAGE, **typed: str) -> str:
    """Invite a person; return the address that the page shows."""
    answer = client.post(page, TYPED | {"token": f"token-{AccountInvitation.objects.count():030}"} | typed)
    assert answer.status_code == 200, text(answer)
    return re.search(r"https?://testserver(/i/account/[^<\s]+)", text(answer))[1]


def test_a_mail_in_the_chosen_language_leads_to_an_account_with_the_role(event, signed_in) -> None:
    page = signed_in("organizer", event).post(PAGE, TYPED)
    assert "The mail to min@example.org is sent." in text(page)
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["min@example.org"], f"招待：{event.name}")
    address = re.search(r"http://testserver(/i/account/\S+)", sent.body)[1]
    phone = Client()
    assert phone.get(address)["Location"] == "/join/account/"
    assert "You are invited as Scorekeeper." in text(phone.get("/join/account/"))
    answer = phone.post("/join/account/", PERSON)
    assert (answer.status_code, answer["Location"]) == (302, "/e/event-1/desk/")
    account = Account.objects.get(username="zhaomin")
    assert (account.name, account.check_password(PERSON["password"]), account.is_staff) == ("赵敏", True, False)
    assert list(Role.objects.filter(account=account).values_list("event__slug", "name", "ends_at")) == [
        ("event-1", "scorekeeper", None)
    ]
    assert phone.get("/e/event-1/desk/").status_code == 200
    entry = AuditEntry.objects.get(action="account_invitation.accept")
    assert (entry.actor_name, entry.after) == ("赵敏", {"account": f"account:{account.pk}", "role": "scorekeeper"})
    # The address works once.
    assert Client().get(address, follow=True).status_code == 404
    assert "min@example.org" not in str(list(AuditEntry.objects.values()))
    assert "in use" in text(signed_in("organizer", event).get(PAGE))


def test_who_has_an_account_accepts_with_it(event, signed_in, account_of) -> None:
    address = invited(signed_in("organizer", event), role="referee")
    reader, account = signed_in("nobody"), account_of("nobody")
    account.set_password("a long pass phrase")
    account.save()
    reader.force_login(account)
    assert "Accept as nobody" in text(reader.get(address, follow=True))
    assert reader.post("/join/account/").status_code == 302
    assert Role.objects.filter(account=account, event=event, name="referee").exists()
    assert Account.objects.filter(username="zhaomin").count() == 0


def test_a_helper_without_password_creates_an_account(event, signed_in) -> None:
    address, phone = invited(signed_in("organizer", event)), Client()
    helper = Account.objects.create(username="helper-1", name="小龙女")
    helper.set_unusable_password()
    helper.save()
    phone.force_login(helper)
    assert "Create my account" in text(phone.get(address, follow=True))
    assert phone.post("/join/account/", PERSON).status_code == 302
    assert phone.session["_auth_user_id"] == str(Account.objects.get(username="zhaomin").pk)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"password": "12345678"}, "Many people use this password."),
        ({"username": "Organizer"}, "This user name already exists."),
        ({"name": ""}, "</span>Fill in this field."),
    ],
)
def test_a_wrong_value_stands_at_its_field_and_the_invitation_stays_open(event, signed_in, wrong, sentence) -> None:
    address, phone = invited(signed_in("organizer", event)), Client()
    phone.get(address)
    answer = phone.post("/join/account/", PERSON | wrong)
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert f'value="{(PERSON | wrong)["username"]}"' in text(answer)
    assert phone.post("/join/account/", PERSON).status_code == 302


def test_a_server_that_refuses_the_mail_leaves_the_address_to_pass_on(event, signed_in, settings, caplog) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 1
    answer = signed_in("organizer", event).post(PAGE, TYPED)
    assert "The mail to min@example.org could not be sent." in text(answer)
    assert "/i/account/" in text(answer)
    assert "an invitation was not sent: ConnectionRefusedError" in caplog.text
    assert "min@example.org" not in caplog.text


def test_without_mail_server_no_address_is_asked_for(event, signed_in, settings) -> None:
    settings.SENDS_MAIL = False
    organizer = signed_in("organizer", event)
    assert 'name="mail"' not in text(organizer.get(PAGE))
    assert Client().get(invited(organizer), follow=True).status_code == 200
    assert mail.outbox == []


@pytest.mark.parametrize("wrong", [{"mail": "min"}, {"role": "king"}, {"language": "xx"}])
def test_a_wrong_invitation_is_refused(event, signed_in, wrong) -> None:
    assert signed_in("organizer", event).post(PAGE, TYPED | wrong).status_code == 400
    assert not AccountInvitation.objects.exists()


def test_a_withdrawn_and_an_expired_invitation_do_not_work(event, signed_in) -> None:
    organizer = signed_in("organizer", event)
    withdrawn, expired = invited(organizer), invited(organizer)
    newest, oldest = AccountInvitation.objects.all()
    AccountInvitation.objects.filter(pk=newest.pk).update(expires=timezone.now())
    assert organizer.post(f"{PAGE}{oldest.pk}/withdraw/")["Location"] == PAGE
    for address in (withdrawn, expired):
        answer = Client().get(address, follow=True)
        assert (answer.status_code, "This invitation is not valid" in text(answer)) == (404, True)
    assert organizer.post(f"{PAGE}{oldest.pk}/withdraw/", follow=True).status_code == 200
    assert AccountInvitation.objects.get(pk=oldest.pk).state == "revoked"


def test_only_those_who_give_roles_invite(event, signed_in) -> None:
    for role in ("scorekeeper", "referee", "chief-referee", "foreign", "nobody"):
        assert signed_in(role, event).get(PAGE).status_code == 403, role
    assert signed_in("organizer", event).get(PROGRAM).status_code == 403
    other = new_account_invitation(None)
    assert signed_in("organizer", event).post(f"{PAGE}{other.pk}/withdraw/").status_code == 404


def test_an_administrator_invites_who_will_create_events(signed_in) -> None:
    administrator = signed_in("administrator")
    address, phone = invited(administrator, PROGRAM, is_staff="on"), Client()
    assert mail.outbox[0].subject == "招待：Pinju"
    phone.get(address)
    assert phone.post("/join/account/", PERSON)["Location"] == "/desk/"
    assert Account.objects.get(username="zhaomin").is_staff
    invited(administrator, PROGRAM)
    [row, _used] = AccountInvitation.objects.all()
    administrator.post(f"{PROGRAM}{row.pk}/withdraw/")
    row.refresh_from_db()
    assert row.state == "revoked"


def test_addresses_are_deleted_after_thirty_days_or_with_the_private_data(event) -> None:
    actor = system_actor("test")
    first, kept, of_program = (new_account_invitation(of) for of in (event, event, None))
    AccountInvitation.objects.filter(pk=first.pk).update(delete_after=timezone.localdate() - timedelta(days=1))
    assert delete_expired(actor) == {"private": 1}
    assert set(AccountInvitation.objects.all()) == {kept, of_program}
    delete_private(actor, event, reason="test")
    assert set(AccountInvitation.objects.all()) == {of_program}
    with connection.cursor() as cursor:
        cursor.execute("SELECT mail FROM tournament_accountinvitation")
        assert "example.org" not in cursor.fetchone()[0]


def test_an_event_has_at_most_fifty_open_invitations(event) -> None:
    for _number in range(MOST_OPEN):
        new_account_invitation(event)
    with pytest.raises(Refused, match="at most 50 open invitations"):
        invite_to_role(system_actor("test"), event, role="referee", mail="", token="a token")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_devices_cannot_both_accept_an_invitation() -> None:
    invitation = new_account_invitation(None)

    def accept(username: str) -> dict[str, int]:
        person = Actor("account_invitation:1", "赵敏", shown=invitation)
        return accept_account_invitation(person, invitation, **NEW_PERSON | {"username": username})

    results = together(lambda: accept("zhaomin"), lambda: accept("min"))
    assert {type(result) for result in results} == {dict, WrongState}
    assert Account.objects.count() == 1


def test_an_address_of_no_invitation_says_what_to_check(db) -> None:
    answer = Client().get("/i/account/another-token-than-any-that-was-made/", follow=True)
    assert answer.status_code == 404
    assert "No invitation has this address. Check that it is complete." in text(answer)
    assert "Ask the person who invited you for a new invitation." in text(answer)
