"""A form keeps everything that was typed when it meets the sign-in page, a stale token or a missing permission."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.actions.permissions import system_actor
from scoring.appeals.models.appeals import Appeal
from scoring.event_file.services.importing import import_event
from scoring.fouls.models import Foul, FoulKind
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.facts import Hand
from tests.support.appeals import ended
from tests.support.events import chinese_document
from tests.support.page_reading import visible_text
from tests.support.ranking import new_body
from tests.support.sheets import CODE, at, give_code
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.registration.models.lists import RegistrationPreview
from web.shared.forms import kept as kept_forms

pytestmark = pytest.mark.django_db
DESK = system_actor("test")
PASSWORD = "a long pass phrase"
OWN = {"origin": "http://testserver", "accept-language": "en"}
LOGIN = "/account/login/"


@dataclass
class Form:
    """A form of a page: its address, the fields that a browser sends unchanged, and its file fields."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


class Forms(HTMLParser):
    def __init__(self, page: Any) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._name = self._text = ""
        self._chosen: str | None = None
        self.feed(page if isinstance(page, str) else page.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(attributes.get("action", "")))
        elif tag in ("textarea", "select"):
            self._name, self._text, self._chosen = attributes.get("name", ""), "", None
        elif tag == "option" and ("selected" in attributes or self._chosen is None):
            self._chosen = attributes["value"]
        elif tag == "input" and attributes.get("type") == "file":
            self.forms[-1].files.append(attributes["name"])
        elif tag == "input" and "name" in attributes and self._counts(attributes):
            self._put(attributes["name"], attributes.get("value", ""))

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._put(self._name, self._text)
        elif tag == "select":
            self._put(self._name, self._chosen or "")

    @staticmethod
    def _counts(attributes: dict[str, str]) -> bool:
        return attributes.get("type") not in ("checkbox", "radio") or "checked" in attributes

    def _put(self, name: str, value: str) -> None:
        self.forms[-1].fields.setdefault(name, []).append(value)


def form_with(page: Any, name: str) -> Form:
    """Return the form of the page with a field of this name."""
    return next(form for form in Forms(page).forms if name in form.fields or name in form.files)


def kept_in(page: Any) -> Form:
    """Return the form that sends the kept fields."""
    text = page.content.decode()
    assert "Send what you typed" in text
    [form] = Forms(text[text.index('aria-labelledby="kept"') : text.index("Send what you typed")]).forms
    return form


@pytest.fixture
def event() -> Event:
    import_event(DESK, document=chinese_document())
    return Event.objects.get()


@pytest.fixture
def account(event: Event) -> Account:
    return official(event, "organizer", "organizer", "chief-referee", is_superuser=True)


def official(event: Event, username: str, *roles: str, **columns: Any) -> Account:
    account = Account.objects.create_user(username, password=PASSWORD, name=username, **columns)
    for role in roles:
        grant_role(DESK, event, account=account, name=role)
    return account


@pytest.fixture
def browser(account: Account) -> Client:
    """Return a browser in which the organizer is signed in, with CSRF checks."""
    client = Client(enforce_csrf_checks=True, headers=OWN)
    sign_in(client)
    return client


def sign_in(client: Client, page: Any = None, username: str = "organizer", password: str = PASSWORD) -> Any:
    """Fill in and send the sign-in page (``page``, or a new one)."""
    form = form_with(page or client.get(LOGIN), "username")
    return client.post(form.action, form.fields | {"username": username, "password": password})


def sign_out_elsewhere(client: Client) -> None:
    """End the session; the open page does not notice."""
    client.session.flush()


def sign_in_on_another_tab(client: Client) -> None:
    """Make the token of the open page stale."""
    assert sign_in(client, client.get(LOGIN)).status_code == 302


def press(client: Client, page: Any, **more: Any) -> Any:
    """Send the kept form."""
    form = kept_in(page)
    return client.post(form.action, form.fields | more)


def interrupted(client: Client, address: str, having: str, **typed: Any) -> Any:
    """Return the page that offers to send the form with the field ``having`` after a lost session and a sign-in."""
    form = form_with(client.get(address), having)
    sign_out_elsewhere(client)
    response = client.post(form.action or address, form.fields | typed)
    assert response.status_code == 401
    assert "What you typed is kept" in visible_text(response.text)
    page = sign_in(client, response)
    assert "You are signed in again" in visible_text(page.text)
    for answer in (response, page):
        assert "no-store" in answer["Cache-Control"]
    return page


# Representative forms


def test_a_registration_is_saved_once_with_the_typed_values(browser: Client, event: Event) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    page = interrupted(browser, address, "family_name", name="欧阳锋", given_name="锋 <b>&amp;")
    assert "欧阳锋" in visible_text(page.text)
    before = event.entries.count()
    assert press(browser, page).status_code == 302
    assert press(browser, page).status_code == 302  # the same idempotency key
    assert event.entries.count() == before + 1
    assert event.entries.get(name="欧阳锋").person.given_name == "锋 <b>&amp;"


def test_settings_go_on_to_their_next_step(browser: Client, event: Event) -> None:
    address = reverse("desk:settings", args=[event.slug])
    facts = {"session_minutes": "90", "electronic_approved_by": "组委会", "electronic_approved_on": "2026-04-01"}
    response = press(browser, interrupted(browser, address, "session_minutes", **facts))
    question = "The timetable, clocks started later, and the times on sheets and pages change with it"
    assert question in visible_text(response.text)
    assert form_with(response, "session_minutes").fields["session_minutes"] == ["90"]


def test_a_typed_paper_is_saved(browser: Client, event: Event) -> None:
    sheet = event.sessions.get(number=3).tables.first().sheet
    address = reverse("desk:typing", args=[event.slug, 3, sheet.table.number])
    page = interrupted(browser, address, "h1", h1="1324", do="save")
    assert press(browser, page).status_code == 302
    assert Hand.objects.current().filter(sheet=sheet, no=1, points=24).exists()


def test_a_foul_is_recorded_with_the_query_of_its_address(browser: Client, event: Event) -> None:
    table = event.sessions.get(number=3).tables.first()
    here = reverse("floor:foul-table", args=[event.slug, 3, table.number])
    here += "?seat=W&hand=1&kind=late-pung&outcome=step"
    page = interrupted(browser, here, "times", do="take")
    assert kept_in(page).action == here
    assert press(browser, page).status_code == 302
    assert Foul.objects.get().kind == "late-pung"


def test_the_code_of_a_kind_of_foul_is_kept(browser: Client, event: Event) -> None:
    address = reverse("floor:foul-catalogue", args=[event.slug])
    typed = {"code": "phone", "name_en": "Phone rings", "scope": "hand", "effects": ["points"]}
    typed |= {"points": "20", "payee": "nobody"}
    page = interrupted(browser, address, "name_en", **typed)
    assert press(browser, page).status_code == 302
    assert FoulKind.objects.get().code == "phone"


def test_a_body_is_changed(browser: Client) -> None:
    body = new_body()
    address = reverse("committee:change", args=[body.slug])
    assert press(browser, interrupted(browser, address, "countries", name="世界麻将组织")).status_code == 302
    body.refresh_from_db()
    assert body.name == "世界麻将组织"


def test_a_retraction_asks_for_the_password_again(browser: Client, event: Event) -> None:
    release_session(DESK, event.sessions.get(number=1))
    address = reverse("desk:retract", args=[event.slug, 1])
    page = interrupted(browser, address, "password", reason="抄错了", password="my secret phrase")
    assert "my secret phrase" not in page.content.decode()
    assert "抄错了" in visible_text(page.text)
    assert kept_in(page).fields["password"] == [""]
    assert press(browser, page, password="wrong").status_code == 400
    assert press(browser, page, password=PASSWORD).status_code == 302
    assert not event.sessions.get(number=1).released_at


def test_a_file_is_asked_for_again(browser: Client, event: Event) -> None:
    address = reverse("desk:registration-file", args=[event.slug])
    content = "name;country\n欧阳锋;CN\n".encode()
    page = interrupted(browser, address, "file", file=SimpleUploadedFile("list.csv", content))
    assert "Choose the file again: list.csv" in visible_text(page.text)
    assert kept_in(page).files == ["file"]
    assert 'enctype="multipart/form-data"' in page.content.decode()
    assert press(browser, page, file=SimpleUploadedFile("list.csv", content)).status_code == 302
    assert RegistrationPreview.objects.exists()


def test_a_new_account_gets_a_password_that_is_not_kept(browser: Client) -> None:
    page = interrupted(browser, reverse("desk:accounts"), "random_password", username="zoe", name="Zoë")
    assert "random_password" not in kept_in(page).fields
    asked = press(browser, page)
    # One's own password is not kept either: the form asks for it and has the rest.
    assert asked.status_code == 400
    assert 'value="zoe"' in asked.text
    shown = press(browser, page, password=PASSWORD)
    password = re.search(r"<pre>(.{12,})</pre>", shown.content.decode())
    assert password
    assert Account.objects.get(username="zoe").check_password(password[1])


# Ways to a kept form


def test_a_stale_token_offers_to_send_again(browser: Client, event: Event) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_in_on_another_tab(browser)
    page = browser.post(address, form.fields | {"name": "欧阳锋"})
    assert page.status_code == 403
    assert "you signed in again on another tab" in visible_text(page.text)
    assert "no-store" in page["Cache-Control"]
    assert press(browser, page).status_code == 302
    assert event.entries.filter(name="欧阳锋").exists()


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
def test_the_page_of_a_stale_token_speaks_the_readers_language(browser: Client, language: str) -> None:
    page = browser.post("/desk/new/", {"name": "x"}, headers={"accept-language": language})
    assert page.status_code == 403
    assert "Please send the form again" not in visible_text(page.text)


def test_a_form_is_kept_until_a_lost_role_is_granted_again(browser: Client, event: Event, account: Account) -> None:
    Account.objects.filter(pk=account.pk).update(is_superuser=False)
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    Role.objects.filter(account=account).delete()
    page = browser.post(address, form.fields | {"name": "欧阳锋"})
    assert page.status_code == 403
    assert "no role for this page" in visible_text(page.text)
    grant_role(DESK, event, account=account, name="organizer")
    assert press(browser, page).status_code == 302
    assert event.entries.filter(name="欧阳锋").exists()


def test_an_official_at_a_table_is_asked_to_sign_in(browser: Client, event: Event) -> None:
    table = event.sessions.get(number=3).tables.first()
    address = reverse("table:rulings", args=[event.slug, 3, table.number])
    form = form_with(browser.get(address), "form_account")
    sign_out_elsewhere(browser)
    typed = {"csrfmiddlewaretoken": form.fields["csrfmiddlewaretoken"], "form_account": form.fields["form_account"]}
    refused = browser.post(address, typed | {"do": "penalty", "reason": "迟到"})
    assert refused.status_code == 403
    sign_in_first = form_with(refused, "kept_form")
    response = browser.post(sign_in_first.action, sign_in_first.fields | {"sign_in_first": "1"})
    page = sign_in(browser, response)
    assert "迟到" in visible_text(page.text)
    assert kept_in(page).action == address


def test_wrong_passwords_keep_name_address_and_form(browser: Client, event: Event) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_out_elsewhere(browser)
    page = browser.post(address, form.fields | {"name": "欧阳锋"})
    for _ in range(2):
        page = sign_in(browser, page, password="wrong")
        assert form_with(page, "username").fields["username"] == ["organizer"]
        assert form_with(page, "username").fields["next"] == [address]
        assert "a long pass" not in page.content.decode()
    page = sign_in(browser, page)
    assert press(browser, page).status_code == 302
    assert event.entries.filter(name="欧阳锋").exists()


def test_a_rate_limited_sign_in_keeps_the_form(browser: Client, event: Event) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_out_elsewhere(browser)
    response = browser.post(address, form.fields | {"name": "欧阳锋"})
    for _ in range(7):
        answer = sign_in(browser, response, password="wrong")
    assert "kept_form" in form_with(answer, "kept_form").fields


def test_another_account_cannot_send_the_form(browser: Client, event: Event) -> None:
    official(event, "other", "organizer")
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_out_elsewhere(browser)
    response = browser.post(address, form.fields | {"name": "欧阳锋"})
    page = sign_in(browser, response, "other")
    assert "It was typed with another account, and you are signed in as other." in visible_text(page.text)
    assert "Send what you typed" not in page.content.decode()
    again = form_with(page, "kept_form")
    page = sign_in(browser, browser.post(again.action, again.fields | {"sign_in_first": "1"}))
    assert press(browser, page).status_code == 302
    assert event.entries.filter(name="欧阳锋").exists()


def test_a_page_of_another_account_is_not_sent(browser: Client, event: Event) -> None:
    official(event, "other", "organizer")
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_in(browser, browser.get(LOGIN), "other")
    page = browser.post(address, form.fields | {"name": "欧阳锋"})
    assert "It was typed with another account" in visible_text(page.text)
    assert "Send what you typed" not in page.content.decode()


def test_an_appeal_is_kept_if_the_phone_is_no_longer_known(event: Event) -> None:
    sheet = event.sessions.get(number=1).tables.first().sheet
    ended(sheet, timezone.now())
    entry = at(sheet, "E")
    give_code(entry)
    phone = Client(enforce_csrf_checks=True, headers=OWN)
    overview = reverse("pocket:appeals", args=[event.slug])
    identity = {"who": "player", "number": entry.number, "code": CODE}
    identify = form_with(phone.get(overview), "number")
    assert phone.post(overview, identify.fields | identity).status_code == 302
    address = reverse("pocket:appeal-new", args=[event.slug])
    form = form_with(phone.get(address), "text")
    sign_out_elsewhere(phone)
    typed = {"text": "第3盘和牌人记错。\n请改正。", "against": "sheet:1", "matter": "rules"}
    response = phone.post(address, form.fields | typed)
    assert response.status_code == 403
    identify = form_with(response, "kept_form")
    page = phone.post(identify.action, identify.fields | identity)
    assert press(phone, page).status_code == 302
    assert "第3盘和牌人记错。" in Appeal.objects.get().steps.get().text.text


# Forms that are not kept


@pytest.mark.parametrize("origin", [{"origin": "https://evil.example"}, {"origin": "null"}, {}])
def test_a_form_of_another_site_is_not_kept(browser: Client, event: Event, origin: dict[str, str]) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    stranger = Client(enforce_csrf_checks=True, headers=origin)
    stranger.cookies = browser.cookies
    page = stranger.post(address, {"name": "欧阳锋"})
    assert page.status_code == 403
    assert "欧阳锋" not in page.content.decode()
    assert "kept_form" not in page.content.decode()


def test_a_kept_form_from_another_site_is_refused(browser: Client, event: Event) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_out_elsewhere(browser)
    kept = form_with(browser.post(address, form.fields), "kept_form").fields["kept_form"]
    stranger = Client(enforce_csrf_checks=True, headers={"origin": "https://evil.example"})
    page = stranger.post(LOGIN, {"kept_form": kept, "username": "organizer"})
    assert page.status_code == 403
    assert "kept_form" not in page.content.decode()


@pytest.mark.parametrize("packed", ["", "x", "eyJhIjoxfQ:1abc:def"])
def test_an_unsigned_form_is_not_carried(browser: Client, packed: str) -> None:
    answer = browser.post(LOGIN, form_with(browser.get(LOGIN), "username").fields | {"kept_form": packed})
    assert "kept_form" not in answer.content.decode()


def test_our_referer_is_enough_without_an_origin(client: Client, event: Event) -> None:
    address = reverse("desk:new-entry", args=[event.slug])
    for referer, status in (("http://testserver/x", 401), ("http://testserver.evil.example/", 302), ("", 302)):
        assert client.post(address, {"name": "x"}, headers={"referer": referer}).status_code == status


def test_a_too_long_form_is_not_kept_and_the_page_says_so(browser: Client, event: Event, monkeypatch: Any) -> None:
    monkeypatch.setattr(kept_forms, "MOST", 100)
    address = reverse("desk:new-entry", args=[event.slug])
    form = form_with(browser.get(address), "family_name")
    sign_out_elsewhere(browser)
    page = browser.post(address, form.fields | {"name": "欧" * 200})
    assert "too long to be kept" in visible_text(page.text)
    assert "欧" * 200 not in page.content.decode()


def test_a_fragment_without_a_session_leaves_the_page_unchanged(client: Client, event: Event) -> None:
    address = reverse("desk:ceremony", args=[event.slug])
    answer = client.get(address, headers={"hx-request": "true"})
    assert (answer.status_code, answer.content, "HX-Redirect" in answer) == (401, b"", False)
    pressed = client.post(address, headers={"hx-request": "true"} | OWN)
    assert (pressed.status_code, pressed["HX-Redirect"]) == (401, LOGIN)
    stale = Client(enforce_csrf_checks=True).post(address, headers={"hx-request": "true"})
    assert (stale.status_code, stale["HX-Refresh"]) == (403, "true")


def test_a_form_with_only_passwords_is_not_kept(browser: Client) -> None:
    form = form_with(browser.get("/account/password/"), "old_password")
    sign_in_on_another_tab(browser)
    page = browser.post("/account/password/", form.fields | {"old_password": PASSWORD})
    assert page.status_code == 403
    assert "What you typed is kept" not in visible_text(page.text)


def test_every_view_uses_our_login_required() -> None:
    """Django's decorator redirects a POST and loses its input."""
    used = [
        str(path)
        for path in sorted((settings.BASE_DIR / "web").rglob("*.py"))
        if "django.contrib.auth.decorators" in path.read_text(encoding="utf-8")
    ]
    assert used == []


def test_bookkeeping_fields_are_sent_but_not_shown(browser: Client, event: Event) -> None:
    page = interrupted(browser, reverse("desk:settings", args=[event.slug]), "venue", venue="杭州")
    assert form_of_base(page).startswith("{")
    shown = visible_text(page.text).partition("What will be sent")[2]
    assert "venue 杭州" in shown
    assert " base " not in shown


def form_of_base(page: Any) -> str:
    [base] = kept_in(page).fields["base"]
    return base
