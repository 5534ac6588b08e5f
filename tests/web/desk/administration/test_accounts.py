"""Tests of accounts created and changed by administrators."""

import re

import pytest
from django.test import Client

from common.actions.models.audit import AuditEntry
from tournament.people.models.accounts import Account

KEY = "5c4b5a0e-0000-4000-8000-000000000001"


@pytest.fixture
def administrator(signed_in) -> Client:
    return signed_in("administrator")


def hidden(page: str) -> dict[str, str]:
    """Return the hidden fields of a page as name -> value."""
    return dict(re.findall(r'<input type="hidden" name="(random_password|key)" value="([^"]+)"', page))


def make(client: Client, **typed: str):
    """Fill in the form as the page gives it."""
    return client.post("/desk/accounts/", {**hidden(client.get("/desk/accounts/").content.decode()), **typed})


def shown_password(page: str) -> str:
    return re.search(r"<pre>(.+?)</pre>", page)[1]


def test_a_new_accounts_password_is_shown_once_and_works(administrator):
    page = make(administrator, username="zoë", name="左 Zoë", is_staff="on").content.decode()
    assert "The account zoë is created" in page
    password = shown_password(page)
    assert len(password) >= 16
    account = Account.objects.get(username="zoë")
    assert (account.name, account.is_staff, account.is_superuser) == ("左 Zoë", True, False)
    assert Client().post("/account/login/", {"username": "zoë", "password": password}).status_code == 302
    assert password not in administrator.get("/desk/accounts/").content.decode()
    entry = AuditEntry.objects.get(action="account.create")
    assert entry.after == {"username": "zoë", "name": "左 Zoë", "is_staff": True}
    assert password not in str(entry.content())


def test_a_form_sent_twice_makes_one_account_and_shows_the_same_password(administrator):
    form = {**hidden(administrator.get("/desk/accounts/").content.decode()), "username": "twice"}
    first, second = (administrator.post("/desk/accounts/", form).content.decode() for _time in range(2))
    assert shown_password(first) == shown_password(second)
    assert Account.objects.filter(username="twice").count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"username": "ADMINISTRATOR"}, "This user name already exists."),
        ({"username": ""}, "</span>Fill in this field."),
        ({"username": "two words"}, "Use only letters, digits and @ . + - _, without spaces."),
    ],
)
def test_an_invalid_form_creates_no_account_and_keeps_typed_values(administrator, typed, sentence):
    answer = make(administrator, name="左 Zoë", **typed)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in page
    assert 'value="左 Zoë"' in page
    assert Account.objects.count() == 1


def test_a_deactivated_account_is_signed_out(administrator, signed_in, account_of):
    house, account = signed_in("house"), account_of("house")
    page = f"/desk/accounts/{account.pk}/"
    assert 'name="is_active" id="id_is_active" checked' in administrator.get(page).content.decode().replace(
        'aria-describedby="id_is_active_helptext" ', ""
    )
    answer = administrator.post(page, {"key": KEY, "name": "House", "is_staff": "on"}, follow=True)
    assert "The account house is changed." in answer.content.decode()
    assert house.get("/desk/").status_code == 302
    entry = AuditEntry.objects.get(action="account.change")
    assert (entry.before, entry.after) == ({"name": "", "is_active": True}, {"name": "House", "is_active": False})


def test_the_last_administrator_cannot_lose_the_right(administrator, account_of):
    account = account_of("administrator")
    answer = administrator.post(f"/desk/accounts/{account.pk}/", {"key": KEY, "name": "X", "is_active": "on"})
    assert answer.status_code == 400
    assert "The last active administrator cannot be removed." in answer.content.decode()
    account.refresh_from_db()
    assert account.is_superuser


def test_a_new_password_ends_the_old_one(administrator, account_of):
    account = account_of("house")
    account.set_password("the old pass phrase")
    account.save()
    page = f"/desk/accounts/{account.pk}/"
    form = hidden(administrator.get(page).content.decode())
    password = shown_password(administrator.post(f"{page}password/", form).content.decode())
    logins = [
        Client().post("/account/login/", {"username": "house", "password": typed}).status_code
        for typed in ("the old pass phrase", password)
    ]
    assert logins == [200, 302]
    assert administrator.get(f"{page}password/")["Location"] == page


def test_the_same_number_of_queries_for_one_and_three(administrator, account_of, queries):
    count_for_one = queries(lambda: administrator.get("/desk/accounts/"))
    for name in ("house", "nobody"):
        account_of(name)
    assert queries(lambda: administrator.get("/desk/accounts/")) == count_for_one


OWN = "the administrator's pass phrase"


@pytest.fixture
def with_password(administrator, account_of) -> Client:
    account = account_of("administrator")
    account.set_password(OWN)
    account.save()
    administrator.force_login(account)
    return administrator


def test_rights_change_after_the_own_password_only(with_password, account_of):
    page = f"/desk/accounts/{account_of('house').pk}/"
    typed = {"key": KEY, "name": "左 Zoë", "is_active": "on", "is_superuser": "on"}
    assert "in case somebody else uses your device" in with_password.get(page).content.decode()
    for wrong in ({}, {"password": "a guess"}):
        answer = with_password.post(page, typed | wrong)
        assert (answer.status_code, 'value="左 Zoë"' in answer.content.decode()) == (400, True)
        assert "a guess" not in answer.content.decode()
    assert not account_of("house").is_superuser
    assert with_password.post(page, typed | {"password": OWN}).status_code == 302
    assert account_of("house").is_superuser
    assert 'name="password"' not in with_password.get(page).content.decode()


def test_a_new_password_is_set_after_the_own_password_only(with_password, account_of):
    account = account_of("house")
    page, before = f"/desk/accounts/{account.pk}/", account.password
    answer = with_password.post(f"{page}password/", {"key": KEY, "password": "a guess"})
    assert (answer.status_code, "This is not your password." in answer.content.decode()) == (400, True)
    account.refresh_from_db()
    assert account.password == before
    form = hidden(answer.content.decode()) | {"key": KEY, "password": OWN}
    password = shown_password(with_password.post(f"{page}password/", form).content.decode())
    assert Client().post("/account/login/", {"username": "house", "password": password}).status_code == 302


def test_an_account_is_created_after_the_own_password_only(with_password):
    assert make(with_password, username="zoë").status_code == 400
    assert not Account.objects.filter(username="zoë").exists()
    assert "The account zoë is created" in make(with_password, username="zoë", password=OWN).content.decode()
