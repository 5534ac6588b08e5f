"""Pins by pages: applying, deciding, the certificate, the register; roles, papers, and what stays private."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from PIL import Image
from pypdf import PdfReader

from common.actions.models.audit import AuditEntry
from common.jobs import run
from common.privacy.signing_keys import is_genuine
from ranking.bodies.models import Body
from ranking.pins.models.applications import Certificate, PinApplication, PinMessage
from ranking.pins.rules.signing import read
from ranking.pins.selectors.signing import code_text
from ranking.pins.services.decisions import ask, revoke
from tests.support.pin_applications import CONTACT, DOCUMENT, applicant, applied, granted, member
from tests.support.ranking import PASSWORD, actor, new_account, new_body, new_person, recorded_event, result_of
from tests.support.workbook_reading import assert_readable
from tests.web.pocket.conftest import page_text
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db

PRIVATE = (DOCUMENT, CONTACT, "Planted-Answer-7")


@pytest.fixture(autouse=True)
def _keys(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"


@pytest.fixture
def body() -> Body:
    new_body("world", name="WMCC")
    return new_body("member", name="Dutch Mahjong", countries=["NL"])


def signed_in(account: Account | None = None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if account:
        client.force_login(account)
    return client


def page(client: Client, name: str, *args, status: int = 200, **query) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == status, answer.content[:300]
    return answer.content.decode()


def apply(client: Client, **typed) -> tuple[int, str]:
    """Fill in the form as shown, and send it."""
    shown = page(client, "record:apply")
    [promise] = re.findall(r'name="promise" value="(\w+)"', shown)
    pin = re.findall(r'name="pin" value="([\w-]+)"', shown)[0]
    form = {"promise": promise, "pin": pin, "document": DOCUMENT, "contact": CONTACT, "promised": "on"} | typed
    answer = client.post(reverse("record:apply"), form, follow=True)
    return answer.status_code, answer.content.decode()


def test_form_a10_asks_only_for_missing_data_and_keeps_typed_values(body) -> None:
    client = signed_in(applicant(body))
    fields = set(re.findall(r'name="(\w+)"', page(client, "record:apply")))
    field_names = {"pin", "document", "sex", "contact", "public", "promised"}
    of_every_page = {"csrfmiddlewaretoken", "form_account", "language", "next", "theme", "viewport"}
    assert field_names < fields <= field_names | {"promise", "key"} | of_every_page
    status, text = apply(client, promised="")
    assert (status, DOCUMENT in text, PinApplication.objects.count()) == (400, True, 0)
    status, text = apply(client, public="on")
    assert (status, "Submitted" in text) == (200, True)
    application = PinApplication.objects.get()
    assert (application.body, application.level, application.public) == (body, 9, True)
    assert "cannot apply now" in page(client, "record:apply")


def test_fees_of_the_body_are_said_before_the_application(body) -> None:
    body.fees = {"en": "Pin 9: 20 euro."}
    body.save()
    client = signed_in(applicant(body))
    assert "Pin 9: 20 euro." in page(client, "record:apply")
    assert "Pin 9: 20 euro." in page(signed_in(new_account(new_person("李四", country="NL"))), "record:apply-missing")


def test_a_body_sees_only_its_applicants_and_a_stranger_none(body) -> None:
    application = applied(applicant(body))
    other = new_body("member", countries=["FR"])
    chair = signed_in(member(body))
    assert DOCUMENT in page(chair, "committee:pin", body.slug, application.pk)
    page(chair, "committee:pins", other.slug, status=403)
    foreign = signed_in(member(other))
    assert application.person.name not in page(foreign, "committee:pins", other.slug)
    page(foreign, "committee:pin", body.slug, application.pk, status=403)
    for name in ("pin", "refuse-pin", "revoke-pin"):
        page(foreign, f"committee:{name}", other.slug, application.pk, status=404)
    page(foreign, "committee:pin-paper", other.slug, application.pk, "a10", status=404)
    stranger = signed_in(applicant(body))
    for name in ("pin", "withdraw-pin"):
        page(stranger, f"record:{name}", application.pk, status=404)
    page(stranger, "record:pin-paper", application.pk, "a10", status=404)


def test_changed_figures_are_marked_and_block_the_grant(body) -> None:
    application = applied(applicant(body))
    client = signed_in(member(body))
    [seen] = re.findall(r'name="seen" value="(\w+)"', page(client, "committee:pin", body.slug, application.pk))
    application.person.official_results.update(table_points=12)
    address = reverse("committee:pin", args=[body.slug, application.pk])
    answer = client.post(address, {"seen": seen})
    assert answer.status_code == 400
    text = answer.content.decode()
    assert "The record changed after this page was loaded" in text
    assert "has changed since this was submitted" in text
    assert "TP 20, CP +10" in text
    assert "TP 1, CP +10" in text
    assert "cannot be granted with the current record" in text


def granted_many(client: Client, body: Body, form: dict) -> str:
    """Return the page of the finished job."""
    started = client.post(reverse("committee:grant-pins", args=[body.slug]), form)
    run(int(started.url.split("/")[-2]))
    return client.get(started.url).content.decode()


def test_qualified_applications_are_granted_together_and_others_stay(body) -> None:
    good, moved, questioned = (applied(applicant(body)) for _ in range(3))
    moved.person.official_results.update(table_points=239)
    ask(actor(), questioned, text="Where?")
    client = signed_in(member(body))
    shown = page(client, "committee:pins", body.slug)
    assert shown.count('type="checkbox"') == 2
    text = granted_many(client, body, {"application": [good.pk, moved.pk, questioned.pk]})
    assert "1 pin is granted." in text
    assert "2 applications need a closer look" in text
    assert [certificate.application for certificate in Certificate.objects.all()] == [good]
    assert "Granted" in page(client, "committee:pins", body.slug, state="granted")
    for nothing in ({}, {"application": ["²", "9" * 30, "x"]}):
        nobody = client.post(reverse("committee:grant-pins", args=[body.slug]), nothing, follow=True)
        assert "No application is selected." in nobody.content.decode()


def test_all_qualified_applications_are_granted_over_many_pages(body, monkeypatch) -> None:
    monkeypatch.setattr("web.committee.pins.PER_PAGE", 2)
    waiting = [applied(applicant(body)) for _ in range(4)]
    waiting[3].person.official_results.update(table_points=239)
    high = applied(applicant(new_body("member", countries=["JP"])))
    official = member(body)
    client = signed_in(official)
    shown = page(client, "committee:pins", body.slug)
    assert shown.count('type="checkbox"') == 2
    assert "Grant everybody who qualifies (4 waiting)" in shown
    assert waiting[2].person.name in page(client, "committee:pins", body.slug, page=2)
    text = granted_many(client, body, {"which": "all", "application": waiting[0].pk})
    assert "3 pins are granted." in text
    assert "1 application needs a closer look" in text
    assert {certificate.application_id for certificate in Certificate.objects.all()} == {row.pk for row in waiting[:3]}
    assert PinApplication.objects.get(pk=waiting[0].pk).decided_by == official.username
    assert PinApplication.objects.get(pk=high.pk).status == "submitted"


def test_a_revoked_certificate_shows_it_and_leaves_the_register(body) -> None:
    certificate = granted(applied(applicant(body), public=True))
    anybody = signed_in()
    assert "is valid" in page(anybody, "record:check", certificate.code)
    assert certificate.serial in page(anybody, "record:register")
    official = member(body)
    official.set_password(PASSWORD)
    official.save()
    client = signed_in(official)
    address = reverse("committee:revoke-pin", args=[body.slug, certificate.application_id])
    assert client.post(address, {"reason": "", "password": "wrong"}).status_code == 400
    assert client.post(address, {"reason": "False results"}).status_code == 400
    assert client.post(address, {"reason": "False results", "password": PASSWORD}).status_code == 302
    shown = page(anybody, "record:check", certificate.code)
    assert "was revoked" in shown
    assert "False results" not in shown
    assert certificate.serial not in page(anybody, "record:register")
    own = signed_in(certificate.application.account)
    assert "False results" in page(own, "record:pin", certificate.application_id)
    page(own, "record:pin-paper", certificate.application_id, "certificate-en", status=404)
    page(anybody, "record:check", "nothing", status=404)


def test_the_register_holds_pins_3_to_1_and_agreed_ones_and_is_searched(body) -> None:
    agreed, not_agreed = granted(applied(applicant(body), public=True)), granted(applied(applicant(body)))
    french = granted(applied(applicant(new_body("member", countries=["FR"])), public=True))
    client = signed_in()
    every = page(client, "record:register")
    assert [certificate.serial in every for certificate in (agreed, not_agreed, french)] == [True, False, True]
    assert "FR" in every or "France" in every
    for query, expected in [({"country": "FR"}, french), ({"q": agreed.name}, agreed), ({"level": "pin-9"}, agreed)]:
        assert expected.serial in page(client, "record:register", **query)
    assert agreed.serial not in page(client, "record:register", country="FR")
    assert "No entries" in page(client, "record:register", level="web-9")
    data = client.get(reverse("record:register"), {"as": "xlsx", "country": "FR"}).content
    [_title, _heading, *rows] = load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True)
    assert [row[0] for row in rows if row[0] != "Certificate number"] == [french.serial]


def test_an_unknown_filter_value_of_the_register_gives_an_error_and_an_empty_list(body) -> None:
    certificate = granted(applied(applicant(body), public=True))
    client = signed_in()
    for query in ({"country": "zzz"}, {"level": "pin-77"}):
        shown = page(client, "record:register", **query)
        assert shown.count("field-errors") == 1
        assert "This choice is not offered. Choose another one." in shown
        assert certificate.serial not in shown
        assert "Nothing was saved" not in shown
        assert "No entries." not in shown
        assert client.get(reverse("record:register"), {"as": "xlsx", **query}).status_code == 400


def texts(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer["Content-Type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_a_certificate_shows_both_names_and_the_signed_facts(body, language: str) -> None:
    account = applicant(body)
    Person.objects.filter(pk=account.person_id).update(name="王伟", latin_name="Wang Wei")
    certificate = granted(applied(account))
    name = f"certificate-{language}"
    shown = texts(signed_in(account), reverse("record:pin-paper", args=[certificate.application_id, name]))
    for words in ("王伟", "Wang Wei", certificate.serial, "Dutch Mahjong", certificate.code):
        assert words in shown, words
    checked = reverse("record:check", args=[certificate.code])
    assert "Signed by" not in signed_in().get(checked, headers={"accept-language": "en"}).text  # it has no signer
    page = signed_in().get(checked, headers={"host": "testserver"}).text
    assert '<meta property="og:title" content="王伟">' in page
    assert f"{checked}picture.png" in page
    picture = signed_in().get(f"{checked}picture.png")
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)
    Certificate.objects.update(signers=["赵敏 · President"])
    assert "赵敏 · President" in signed_in().get(checked).text
    facts, text, signature = read(code_text(certificate, "http://testserver/c/x/"))
    keys = signed_in().get(reverse("record:keys")).json()["keys"]
    assert is_genuine(keys[facts["key"]], text, signature)


def test_a_preview_shows_the_certificate_before_it_is_issued_without_a_code(body) -> None:
    application = applied(applicant(body))
    client, address = signed_in(member(body)), reverse("committee:pin-paper", args=[body.slug, application.pk, "x"])
    shown = texts(client, address.replace("x.pdf", "preview-en.pdf"))
    assert "https://pins.example.org" in shown
    assert application.person.name in shown
    granted(application)
    assert client.get(address.replace("x.pdf", "preview-en.pdf")).status_code == 404


def test_form_a10_and_the_calculation_are_printed(body) -> None:
    account = applicant(body)
    for _ in range(13):
        result_of(account.person, recorded_event(body), table_points=14)
    application = applied(account, sex="female")
    form = texts(signed_in(account), reverse("record:pin-paper", args=[application.pk, "a10"]))
    assert form.count("Application for a mahjong pin (App. 10)") == 2
    for words in (DOCUMENT, CONTACT, "female", "35.17", "honour the Olympic spirit"):
        assert words in form, words
    said = "Sum (only positive competition points count, A9 4.2)"
    assert form.count(said) == 1
    shown = page_text(signed_in(member(body)), reverse("committee:pin", args=[body.slug, application.pk]))
    # Each of the 14 events has positive competition points.
    assert f"{said} 35.17 6510" in shown
    printed = texts(
        signed_in(member(body)), reverse("committee:pin-paper", args=[body.slug, application.pk, "calculation"])
    )
    for words in ("Calculation for Pin 8", "35.17 · needed: 30 (A9 4.6) · met", "TP 20"):
        assert words in printed, words


def test_the_technical_file_holds_every_pin_and_its_results(body) -> None:
    certificate = granted(applied(applicant(body)))
    revoke(actor(), certificate.application, reason="Found out")
    client = signed_in(member(body))
    data = client.get(reverse("committee:pin-file", args=[body.slug])).content
    pins, results = load_workbook(io.BytesIO(data)).worksheets
    rows = [row for row in pins.iter_rows(values_only=True) if row[0] == certificate.serial]
    assert [(row[1], row[-1]) for row in rows] == [(certificate.name, "Found out")]
    assert len([row for row in results.iter_rows(values_only=True) if row[0] == certificate.serial]) == 1


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_register_and_technical_file_can_be_read_with_long_names(body, language: str) -> None:
    name = "Maria de la Concepción Fernández y Rodríguez de Castellanos"
    account = applicant(body)
    Person.objects.filter(pk=account.person_id).update(name=name, latin_name=f"{name} 김민수")
    certificate = granted(applied(account, public=True))
    for address in (reverse("record:register") + "?as=xlsx", reverse("committee:pin-file", args=[body.slug])):
        data = signed_in(member(body)).get(address, headers={"accept-language": language}).content
        assert_readable(data)
        cells = {cell.value for page in load_workbook(io.BytesIO(data)) for row in page.iter_rows() for cell in row}
        assert certificate.serial in cells
        assert name in cells


def test_only_the_player_and_the_body_see_private_data(body) -> None:
    account = applicant(body)
    application = applied(account, public=True)
    ask(actor(), application, text="Where?")
    client = signed_in(account)
    client.post(reverse("record:pin", args=[application.pk]), {"text": PRIVATE[2]})
    assert PinMessage.objects.last().text == PRIVATE[2]
    certificate = granted(PinApplication.objects.get(pk=application.pk))
    chair = signed_in(member(body, role="body-head"))
    other = signed_in(member(new_body("member", countries=["FR"])))
    public = [
        reverse("record:check", args=[certificate.code]),
        reverse("record:register"),
        reverse("record:register") + "?as=xlsx",
        reverse("record:person", args=[account.person_id]),
        reverse("record:keys"),
        reverse("committee:pin", args=[body.slug, application.pk]),
    ]
    inside = [
        reverse("committee:audit", args=[body.slug]),
        reverse("committee:pins", args=[body.slug]),
        reverse("committee:pin-file", args=[body.slug]),
        reverse("committee:body", args=[body.slug]),
    ]
    for reader, addresses in (
        (signed_in(), public),
        (other, public),
        (signed_in(new_account()), public),
        (chair, inside),
    ):
        for address in addresses:
            text = reader.get(address).content.decode("utf-8", "replace")
            assert [value for value in PRIVATE if value in text] == [], address
    audit_log = str(list(AuditEntry.objects.values()))
    assert [value for value in PRIVATE if value in audit_log] == []
    certificate_texts = texts(client, reverse("record:pin-paper", args=[application.pk, "certificate-en"]))
    assert [value for value in PRIVATE if value in certificate_texts] == []


@pytest.mark.parametrize("name", ["committee:pins", "record:register"])
def test_pages_need_no_more_queries_for_more_rows(body, name: str, django_assert_max_num_queries) -> None:
    client = signed_in(member(body))
    page(client, "account:sessions")  # notes where the account is signed in
    args = [body.slug] if name == "committee:pins" else []
    for rows in (1, 3):
        while PinApplication.objects.count() < rows:
            application = applied(applicant(body), public=True)
            if name == "record:register":
                granted(application)
        with django_assert_max_num_queries(11):
            page(client, name, *args)


def test_an_unlinked_account_has_no_applications(body) -> None:
    client = signed_in(new_account())
    page(client, "record:pins", status=404)
