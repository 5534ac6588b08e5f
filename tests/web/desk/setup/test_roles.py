"""Tests of granting and revoking roles."""

import pytest

from common.actions.models.audit import AuditEntry
from tests.web.desk.conftest import document, taken_in
from tournament.people.models.accounts import Account, Role

PAGE, REVOKE = "/e/event-1/desk/roles/", "/e/event-1/desk/roles/revoke/"
KEY = "5c4b5a0e-0000-4000-8000-000000000001"


@pytest.fixture
def zoe(db) -> Account:
    return Account.objects.create_user("zoë", name="左 Zoë")


def holders(event) -> set[tuple[str, str]]:
    return set(event.roles.values_list("account__username", "name"))


def grant(client, username="zoë", name="referee", **more):
    return client.post(PAGE, {"key": KEY, "username": username, "name": name, **more})


def revoke(client, account: Account, name: str, key: str = KEY):
    return client.post(REVOKE, {"key": key, "account": account.pk, "name": name}, follow=True)


def test_a_form_sent_twice_grants_the_role_once(event, signed_in, zoe):
    organizer = signed_in("organizer", event)
    assert [grant(organizer)["Location"] for _time in range(2)] == [PAGE, PAGE]
    assert holders(event) == {("organizer", "organizer"), ("zoë", "referee")}
    assert AuditEntry.objects.filter(action="role.grant").count() == 1
    page = organizer.get(PAGE).content.decode()
    assert "左 Zoë is now Referee." in page
    assert "Remove the role Referee from 左 Zoë" in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"username": "nobody-here"}, "There is no account with this username."),
        ({"username": ""}, "</span>Fill in this field."),
        ({"name": "emperor"}, "This choice is not offered."),
        ({"username": "left"}, "This account is deactivated."),
    ],
)
def test_errors_are_shown_at_their_fields_and_typed_values_stay(event, signed_in, zoe, typed, sentence):
    Account.objects.create_user("left", is_active=False)
    answer = grant(signed_in("organizer", event), **typed)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in page
    assert f'value="{typed.get("username", "zoë")}"' in page or not typed.get("username", "zoë")
    assert holders(event) == {("organizer", "organizer")}


def test_a_role_is_revoked(event, signed_in, zoe):
    organizer = signed_in("organizer", event)
    grant(organizer)
    page = revoke(organizer, zoe, "referee", key="another").content.decode()
    assert "左 Zoë is no longer Referee." in page
    assert holders(event) == {("organizer", "organizer")}


def test_the_last_organizer_cannot_be_revoked(event, signed_in, account_of):
    organizer = signed_in("organizer", event)
    page = revoke(organizer, account_of("organizer"), "organizer").content.decode()
    assert "An event needs at least one organizer." in page
    assert holders(event) == {("organizer", "organizer")}


def test_an_organizer_who_revokes_her_own_role_returns_to_the_desk(event, signed_in, account_of, zoe):
    organizer = signed_in("organizer", event)
    Role.objects.create(account=zoe, event=event, name="organizer")
    answer = revoke(organizer, account_of("organizer"), "organizer")
    assert answer.redirect_chain == [("/desk/", 302)]
    assert "is no longer Organizer" in answer.content.decode()


@pytest.mark.parametrize("typed", [{"account": "x\x00"}, {"account": "999"}, {"name": "emperor"}, {}])
def test_an_invalid_revocation_is_not_found(event, signed_in, zoe, typed):
    whole = {"account": zoe.pk, "name": "referee"}
    client = signed_in("organizer", event)
    assert client.post(REVOKE, {**whole, **typed}).status_code == (404 if typed else 302)


def test_only_roles_of_this_event_are_listed(event, signed_in, zoe):
    other = taken_in(document("other", 1))
    Role.objects.create(account=zoe, event=other, name="referee")
    organizer = signed_in("organizer", event)
    revoke(organizer, zoe, "referee")
    assert "左 Zoë" not in organizer.get(PAGE).content.decode().replace("左 Zoë is no longer Referee.", "")
    assert holders(other) == {("zoë", "referee")}
    assert organizer.post("/e/other/desk/roles/", {"username": "zoë", "name": "organizer"}).status_code == 403


def test_the_same_number_of_queries_for_one_and_three(event, signed_in, zoe, queries):
    client = signed_in("administrator")
    Role.objects.create(account=zoe, event=event, name="organizer")
    count_for_one = queries(lambda: client.get(PAGE))
    for name in ("referee", "scorekeeper"):
        Role.objects.create(account=Account.objects.create_user(name), event=event, name=name)
    assert queries(lambda: client.get(PAGE)) == count_for_one
