"""Signing in, rate limits, the password, language and theme."""

import time

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.views.defaults import server_error

from common.actions.models.audit import AuditEntry
from tournament.people.models.accounts import Account
from web.shared.forms.fields import ConfirmForm

PASSWORD = "a long pass phrase"


@pytest.fixture
def account(db) -> Account:
    return Account.objects.create_user("referee", password=PASSWORD)


def sign_in(client: Client, password: str):
    return client.post("/account/login/?next=/healthz", {"username": "referee", "password": password})


def test_signing_in_redirects_to_the_requested_page(client, account):
    answer = client.post("/account/login/", {"username": "referee", "password": PASSWORD, "next": "/healthz"})
    assert (answer.status_code, answer["Location"]) == (302, "/healthz")
    assert client.session["_auth_user_id"] == str(account.pk)


def test_too_many_wrong_passwords_lock_the_name_and_say_for_how_long(client, account):
    answers = [sign_in(client, "wrong") for _attempt in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert "Try again in 1 minute." in answers[-1].content.decode()
    assert sign_in(client, PASSWORD).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere, PASSWORD).status_code == 302


def test_a_wrong_password_does_not_mention_saving(client, account):
    content = sign_in(client, "wrong").content.decode()
    assert "Username or password is wrong." in content
    assert "Nothing was saved" not in content


def test_signing_out_needs_a_post(client, account):
    client.force_login(account)
    assert client.get("/account/logout/").status_code == 405
    assert client.post("/account/logout/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_changed_password_ends_other_sessions(client, account):
    client.force_login(account)
    elsewhere = Client()
    elsewhere.force_login(account)
    new = "another long phrase"
    answer = client.post(
        "/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new}, follow=True
    )
    assert "Your password is changed." in answer.content.decode()
    account.refresh_from_db()
    assert account.check_password(new)
    assert elsewhere.get("/account/password/").status_code == 302
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor_ref) == ("account.set_password", f"account:{account.pk}")


def test_a_weak_password_is_named_beside_the_new_password(client, account):
    client.force_login(account)
    typed = {"old_password": PASSWORD, "new_password1": "12345", "new_password2": "12345"}
    assert list(client.post("/account/password/", typed).context["form"].errors) == ["new_password1"]
    typed["new_password2"] = "54321"
    errors = client.post("/account/password/", typed).context["form"].errors
    assert list(errors) == ["new_password2", "new_password1"]


def test_guessing_the_old_password_locks_like_a_login(client, account):
    client.force_login(account)
    new = {"new_password1": "another long phrase", "new_password2": "another long phrase"}
    answers = [client.post("/account/password/", {"old_password": "guess", **new}) for _attempt in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert client.post("/account/password/", {"old_password": PASSWORD, **new}).status_code == 429
    account.refresh_from_db()
    assert account.check_password(PASSWORD)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    elsewhere.force_login(account)
    assert elsewhere.post("/account/password/", {"old_password": PASSWORD, **new}).status_code == 302


def test_the_language_stays_on_the_page_and_needs_no_token():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/i18n/setlang/", {"language": "ja", "next": "/account/login/?next=/x"})
    assert answer["Location"] == "/account/login/?next=/x"
    assert answer.cookies["django_language"].value == "ja"
    assert '<html lang="ja">' in client.get("/account/login/").content.decode()


@pytest.mark.parametrize(
    ("theme", "attribute"), [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("", "")]
)
def test_the_theme_is_rendered_by_the_server(client, theme, attribute):
    client.cookies["theme"] = "dark"
    client.post("/i18n/theme/", {"theme": theme, "next": "/account/login/"})
    assert f'<html lang="en"{attribute}>' in client.get("/account/login/").content.decode()


def test_an_unknown_theme_is_not_rendered(client):
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en">' in client.get("/account/login/").content.decode()


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:alert(1)", ""])
def test_setting_the_theme_never_redirects_to_another_site(client, elsewhere):
    assert client.post("/i18n/theme/", {"theme": "dark", "next": elsewhere})["Location"] == "/"


def confirm(rf, account: Account, **typed: str) -> ConfirmForm:
    request: HttpRequest = rf.post("/", typed)
    request.user = account
    request.session = {}  # type: ignore[assignment]
    return ConfirmForm(request, ask_password=True)


def test_confirming_needs_a_reason_and_the_right_password(rf, account):
    assert confirm(rf, account, reason="Wrong table", password=PASSWORD).is_valid()
    assert list(confirm(rf, account, reason=" ", password=PASSWORD).errors) == ["reason"]
    wrong = confirm(rf, account, reason="Wrong table", password="guess")
    assert wrong.errors == {"password": ["This is not your password."]}


def test_guessing_the_password_of_a_confirmation_locks_too(rf, account):
    for _attempt in range(5):
        confirm(rf, account, reason="Wrong table", password="guess").is_valid()
    assert not confirm(rf, account, reason="Wrong table", password=PASSWORD).is_valid()


def test_the_password_is_asked_once_in_a_quarter_of_an_hour(client, account, monkeypatch):
    account.is_staff = True
    account.save()
    client.force_login(account)
    ask, page = 'name="password"', "/components/"
    client.post(page, {"reason": "x", "password": "guess"})
    assert ask in client.get(page).content.decode()
    client.post(page, {"reason": "x", "password": PASSWORD})
    assert ask not in client.get(page).content.decode()
    assert client.post(page, {"reason": "x"}).status_code == 302
    now = time.time
    monkeypatch.setattr("web.shared.accounts.passwords.time.time", lambda: now() + 14 * 60)
    assert client.post(page, {"reason": "x"}).status_code == 302
    # The second action did not prolong it; what was typed stays while the password is asked again.
    monkeypatch.setattr("web.shared.accounts.passwords.time.time", lambda: now() + 15 * 60 + 1)
    late = client.post(page, {"reason": "kept words"}).content.decode()
    assert ask in late
    assert "kept words" in late


def test_signing_out_forgets_that_the_password_was_typed(client, account):
    account.is_staff = True
    account.save()
    client.force_login(account)
    client.post("/components/", {"reason": "x", "password": PASSWORD})
    client.post("/account/logout/")
    client.force_login(account)
    assert 'name="password"' in client.get("/components/").content.decode()


def test_only_staff_sees_the_components(client, account):
    assert client.get("/components/")["Location"] == "/account/login/?next=/components/"
    client.force_login(account)
    refused = client.get("/components/")
    assert refused.status_code == 403
    assert "You are signed in as referee" in refused.content.decode()
    account.is_staff = True
    account.save()
    assert client.get("/components/?sort=-total&page=3").status_code == 200


def test_the_confirm_example_changes_nothing_and_keeps_typed_values(client, account):
    account.is_staff = True
    account.save()
    client.force_login(account)
    wrong = client.post("/components/", {"reason": "kept words", "password": "guess"})
    assert "kept words" in wrong.content.decode()
    right = client.post("/components/", {"reason": "kept words", "password": PASSWORD})
    assert right["Location"] == reverse("gallery:components")


def test_error_pages_have_our_design(client, settings, db):
    missing = client.get("/no/such/page/")
    assert missing.status_code == 404
    assert "There is no such page" in missing.content.decode()
    refused = Client(enforce_csrf_checks=True).post("/account/login/", {})
    assert refused.status_code == 403
    assert "Please send the form again" in refused.content.decode()
    settings.ALLOWED_HOSTS = ["testserver"]
    unknown = client.get("/account/login/", headers={"host": "elsewhere.example"})
    assert unknown.status_code == 400
    assert "This request cannot be read" in unknown.content.decode()


def test_the_error_page_needs_no_database(rf):
    with translation.override("ja"):
        answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    page = answer.content.decode()
    assert '<html lang="ja">' in page
    assert "css/pinju.css" in page
