"""Applications on paper (A9 7.1, 7.2): entered for a person with or without account, decided, answered by letter."""

import io
from datetime import date

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.jobs import run
from common.jobs.models import Job
from common.stored_files import file_content, names_in
from ranking.bodies.models import Body
from ranking.pins.models.applications import PinApplication, PinApplicationData
from ranking.pins.models.files import ApplicationScan
from ranking.pins.selectors.private_files import file_data, stored_paper
from ranking.pins.services.paper_applications import enter_answer, enter_application
from ranking.tasks import expired_applications
from tests.support.pin_applications import applicant, applied, granted, member, missing, paper_application
from tests.support.ranking import actor, new_body, new_person, recorded_event, result_of
from tests.web.pocket.record.test_pins import page, signed_in
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
DOCUMENT, STREET = "P-5511", "Kerkstraat 9, Utrecht"


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS, settings.MEDIA_ROOT = tmp_path / "keys", tmp_path / "media"


@pytest.fixture
def body() -> Body:
    return new_body("member", name="Dutch Mahjong", countries=["NL"])


@pytest.fixture
def person(body) -> Person:
    """A person without an account who reaches pin 9."""
    person = new_person("Vera Nieuw", country="NL")
    result_of(person, recorded_event(body), table_points=240, competition_points=10)
    return person


def photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(out, "JPEG")
    return out.getvalue()


def enter(client: Client, body: Body, person: Person, **typed):
    fields = {
        "received_on": "2026-03-02", "pin": f"pin-9-{body.pk}", "document": DOCUMENT, "sex": "female",
        "contact": STREET, "language": "en", "promised": "on",
        "files": [SimpleUploadedFile("a10.jpg", photo())],
    }  # fmt: skip
    return client.post(reverse("committee:enter-application", args=[body.slug, person.pk]), fields | typed, follow=True)


def letter(client: Client, application: PinApplication) -> str:
    answer = client.get(reverse("committee:pin-paper", args=[application.body.slug, application.pk, "letter"]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    text = text_of(answer)
    assert "…" not in text
    return text


def text_of(answer) -> str:
    return " ".join("\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


def test_a_body_enters_a_letter_for_a_person_without_account_and_grants_it(body, person) -> None:
    client = signed_in(member(body))
    assert "Enter an application on paper" in page(client, "committee:person", body.slug, person.pk)
    refused = enter(client, body, person, files=[])
    assert (refused.status_code, DOCUMENT in refused.text, PinApplication.objects.count()) == (400, True, 0)
    assert "Choose the files again" not in refused.text
    future = enter(client, body, person, received_on="2099-01-01")
    assert "This day is in the future." in future.text
    assert "Choose the files again: they are not kept." in future.text
    shown = enter(client, body, person).text
    assert "The application is entered." in shown
    assert "received 2 March 2026" in shown
    assert "send the player a letter" in shown
    application = PinApplication.objects.get()
    assert (application.person, application.account, application.on_paper) == (person, None, True)
    assert application.private.sex == "female"
    [scan] = application.scans.all()
    picture = client.get(reverse("committee:scan", args=[body.slug, application.pk, scan.pk]))
    assert (picture["Content-Type"], picture.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert picture["Cache-Control"].startswith("private, no-store")
    # On disk it is encrypted, and the audit log has nothing private.
    assert not file_content(stored_paper(scan)).startswith(b"\xff\xd8")
    assert file_data(scan).startswith(b"\xff\xd8")
    assert DOCUMENT not in str(list(AuditEntry.objects.values_list()))
    form = text_of(client.get(reverse("committee:pin-paper", args=[body.slug, application.pk, "a10"])))
    assert "Date of the application: 2 March 2026" in form
    said = letter(client, application)
    assert all(words in said for words in ("Dutch Mahjong", "Vera Nieuw", STREET, "We received your application"))
    certificate = granted(application)
    assert f"Your certificate {certificate.serial} is enclosed." in letter(client, PinApplication.objects.get())


def test_an_answer_and_a_withdrawal_come_on_paper_too(body, person) -> None:
    client = signed_in(member(body))
    enter(client, body, person)
    application = PinApplication.objects.get()
    page_of = reverse("committee:pin", args=[body.slug, application.pk])
    asked = client.post(page_of, {"act": "ask", "text": "Which event was it?"}, follow=True)
    assert "The question is in the letter to the player: send it." in asked.text
    assert "Which event was it?" in letter(client, PinApplication.objects.get())
    answer = reverse("committee:enter-answer", args=[body.slug, application.pk])
    assert client.post(answer, {"text": ""}).status_code == 400
    shown = client.post(
        answer, {"text": "The Spring Cup.", "files": [SimpleUploadedFile("x.jpg", photo())]}, follow=True
    )
    assert "The Spring Cup." in shown.text
    assert (PinApplication.objects.get().status, ApplicationScan.objects.count()) == ("answered", 2)
    withdraw = reverse("committee:enter-withdrawal", args=[body.slug, application.pk])
    assert client.post(withdraw, {"reason": ""}).status_code == 400
    assert client.post(withdraw, {"reason": "Letter of 5 May."}).status_code == 302
    assert PinApplication.objects.get().status == "withdrawn"
    assert "As you asked" in letter(client, PinApplication.objects.get())


def test_a_pin_that_the_record_does_not_reach_is_entered_but_not_granted(body) -> None:
    stranger = new_person("Jan Nieuw", country="NL")
    result_of(stranger, recorded_event(body), table_points=12)
    client = signed_in(member(body))
    assert "cannot be granted with the current record" in enter(client, body, stranger).text


def test_the_same_checks_hold_for_paper(body, person) -> None:
    account = applicant(body)
    paper = paper_application(account)
    with pytest.raises(Refused, match="Another body decides"):
        enter_application(actor(), new_body("member", countries=["FR"]), person=account.person, paper=paper)
    enter_application(actor(), body, person=account.person, paper=paper)
    with pytest.raises(Refused, match="cannot apply"):
        enter_application(actor(), body, person=account.person, paper=paper)
    # The player with an account sees the application, but the body answers only what came on paper.
    own = PinApplication.objects.get()
    assert "Dutch Mahjong" in page(signed_in(account), "record:pin", own.pk)
    online = applied(applicant(body))
    PinApplication.objects.filter(pk=online.pk).update(status="asked")
    with pytest.raises(Refused, match="applied with an account"):
        enter_answer(actor(), PinApplication.objects.get(pk=online.pk), text="Yes.", files=missing()["files"])
    client = signed_in(member(body))
    page(client, "committee:enter-answer", body.slug, online.pk, status=404)


def test_a_mail_address_on_the_form_gets_a_mail(body, person) -> None:
    client = signed_in(member(body))
    shown = enter(client, body, person, contact="Kerkstraat 9, vera@example.org").text
    assert "send the player a letter" not in shown
    assert "The player has no account: questions, reasons and the certificate go by letter." in shown
    for job in Job.objects.filter(kind="pin.mail"):
        run(job.pk)
    assert [message.to for message in mail.outbox] == [["vera@example.org"]]
    assert "Sign in" not in mail.outbox[0].body


def test_others_cannot_see_a_scan_and_it_is_deleted_with_the_private_data(
    body, person, django_capture_on_commit_callbacks
) -> None:
    enter(signed_in(member(body)), body, person)
    application = PinApplication.objects.get()
    scan = application.scans.get()
    other = new_body("member", countries=["FR"])
    page(signed_in(member(other)), "committee:scan", other.slug, application.pk, scan.pk, status=404)
    page(signed_in(member(other)), "committee:enter-application", other.slug, person.pk, status=404)
    PinApplicationData.objects.update(delete_after=date(2020, 1, 1))
    with django_capture_on_commit_callbacks(execute=True):
        assert expired_applications() == {"applications for pins": 1}
    assert not ApplicationScan.objects.exists()
    assert names_in("pin-files") == []


def test_a_body_has_its_official_promise_in_one_language(body) -> None:
    body.promise = {"en": "The official promise."}
    body.save()
    account = applicant(body)
    assert "The official promise." in page(signed_in(account), "record:apply")
    chinese = Client(headers={"accept-language": "zh-hans"})
    chinese.force_login(account)
    assert "The official promise." not in chinese.get(reverse("record:apply")).text
    application = applied(account)
    printed = signed_in(account).get(reverse("record:pin-paper", args=[application.pk, "a10"])).content
    assert "The official promise." in PdfReader(io.BytesIO(printed)).pages[0].extract_text()
