"""Tokens for programs on the pages of the account and of administrators."""

import re

import pytest
from django.test import Client

from tests.support.pin_applications import member
from tests.support.ranking import new_account
from tests.support.registries import new_registry, new_token
from tournament.access.models import ApiToken
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db
PAGE = "/account/tokens/"
KEY = "5c4b5a0e-0000-4000-8000-0000000000d1"


def browser(account: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


@pytest.fixture
def owner(db) -> Account:
    return member(new_registry().ledger.body)


def test_a_token_is_created_shown_once_and_revoked(owner: Account) -> None:
    client = browser(owner)
    [random] = re.findall(r'name="random_token" value="([\w-]{32})"', client.get(PAGE).text)
    form = {"name": "Laptop", "scopes": "registry:read", "days": "90", "random_token": random, "key": KEY}
    made = client.post(PAGE, form)
    assert random in made.text
    assert "http://testserver" in made.text
    assert "no-store" in made["Cache-Control"]
    again = client.post(PAGE, form)
    assert random in again.text, "a form that is sent twice makes one token"
    token = ApiToken.objects.get()
    page = client.get(PAGE).text
    assert random not in page
    assert ("Laptop" in page, "not used yet" in page, "Read the registries of players" in page) == (True, True, True)
    answer = Client(headers={"authorization": f"Bearer {random}"}).get("/api/v1/registries")
    assert answer.status_code == 200
    assert "not used yet" not in client.get(PAGE).text
    assert "The token is revoked" in client.post(f"{PAGE}{token.pk}/revoke/", follow=True).text
    assert "Revoke the token" not in client.get(PAGE).text
    answer = Client(headers={"authorization": f"Bearer {random}"}).get("/api/v1/registries")
    assert answer.status_code == 401


def test_what_is_missing_is_said_beside_its_field(owner: Account) -> None:
    answer = browser(owner).post(PAGE, {"name": "", "days": "7"})
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"name", "scopes", "days"}
    answer = browser(owner).post(PAGE, {"name": "Kept while signing in", "scopes": "registry:read", "days": "30"})
    assert answer.status_code == 200
    assert ApiToken.objects.get().name == "Kept while signing in"


def test_a_token_is_created_after_the_password_only(owner: Account) -> None:
    owner.set_password("a long pass phrase")
    owner.save()
    client, form = browser(owner), {"name": "Laptop", "scopes": "registry:read", "days": "90", "key": KEY}
    assert "in case somebody else uses your device" in client.get(PAGE).text
    answer = client.post(PAGE, form | {"password": "a guess"})
    assert (answer.status_code, set(answer.context["form"].errors)) == (400, {"password"})
    assert 'value="Laptop"' in answer.text
    assert not ApiToken.objects.exists()
    assert client.post(PAGE, form | {"password": "a long pass phrase"}).status_code == 200
    assert ApiToken.objects.get().name == "Laptop"


def test_an_account_that_could_read_nothing_makes_no_token(db) -> None:
    client = browser(new_account())
    assert "Your account cannot create tokens" in client.get(PAGE).text
    assert client.post(PAGE, {"name": "x", "scopes": "registry:read", "days": "90"}).status_code == 400
    assert not ApiToken.objects.exists()


def test_administrators_see_and_revoke_the_tokens_of_all(owner: Account) -> None:
    token = new_token(owner, "secret")
    administrator = browser(new_account(is_superuser=True))
    page = administrator.get("/desk/tokens/").text
    assert (token.name in page, owner.username in page, "secret" in page) == (True, True, False)
    assert "The token is revoked" in administrator.post(f"/desk/tokens/{token.pk}/revoke/", follow=True).text
    assert "revoked already" in administrator.post(f"/desk/tokens/{token.pk}/revoke/", follow=True).text
    assert administrator.post("/desk/tokens/999/revoke/").status_code == 404
    for path in ("/desk/tokens/", f"/desk/tokens/{token.pk}/revoke/"):
        client = browser(owner)
        assert (client.post if "revoke" in path else client.get)(path).status_code == 403


def test_nobody_revokes_the_token_of_another_account(owner: Account) -> None:
    token = new_token(owner, "secret")
    answer = browser(new_account()).post(f"{PAGE}{token.pk}/revoke/", follow=True)
    assert "revoked already" in answer.text
    token.refresh_from_db()
    assert token.state == "open"
