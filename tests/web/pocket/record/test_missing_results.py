"""Results that the record lacks: handed in with an application, entered as a list or refused, seen by few, deleted."""

import io
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.stored_files import file_content
from ranking.bodies.models import Body
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.selectors.calculations import check
from ranking.pins.selectors.private_files import file_data, stored_paper
from ranking.pins.services.applications import claim, withdraw
from ranking.pins.services.files import MOST_FILES
from ranking.record.models.records import ResultList
from ranking.record.services.result_lists import keep_list
from ranking.tasks import expired_applications
from tests.support.pin_applications import CONTACT, DOCUMENT, applicant, applied, granted, member, missing, new_claim
from tests.support.ranking import LIST, actor, new_account, new_body, new_person, sanctioned_event
from tests.web.pocket.record.test_pins import page, signed_in
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db

WORDS = "Planted words of a claim"


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS, settings.MEDIA_ROOT = tmp_path / "keys", tmp_path / "media"


@pytest.fixture
def body() -> Body:
    return new_body("member", name="Dutch Mahjong", countries=["NL"])


def photo() -> bytes:
    """Return a JPEG with the place where it was taken."""
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x010E] = "Planted-Place-51.5N"
    Image.new("RGB", (40, 30), "red").save(out, "JPEG", exif=exif)
    return out.getvalue()


def stranger() -> Account:
    """Return an account whose person has no result."""
    return new_account(new_person("Vera Nieuw", country="NL"))


def send(client: Client, address: str, *files: bytes, **typed: str):
    papers = [SimpleUploadedFile(f"paper-{number}.jpg", data) for number, data in enumerate(files)]
    fields = {"event": "Old Open", "day": "2019-02-03", "text": WORDS, "files": papers} | typed
    return client.post(address, fields, follow=True)


def apply(client: Client, *files: bytes, **typed: str):
    address = reverse("record:apply-missing")
    shown = page(client, "record:apply-missing")
    [promise] = re.findall(r'name="promise" value="(\w+)"', shown)
    [pin] = re.findall(r'value="(pin-9-\d+)"', shown)
    fields = {"pin": pin, "document": DOCUMENT, "contact": CONTACT, "promised": "on", "promise": promise}
    return send(client, address, *files, **fields | typed)


def test_a_result_entered_from_its_paper_lets_the_applicant_reach_a_pin(body) -> None:
    account, official = stranger(), signed_in(member(body))
    client = signed_in(account)
    assert "apply with documents" in page(client, "record:pins")
    to_come = apply(client, photo(), day=str(timezone.localdate() + timedelta(days=2)))
    assert "This day is in the future." in to_come.content.decode()
    assert not PinApplication.objects.exists()
    wrong = apply(client, b"no picture", event="", day="2019-13-01")
    assert (wrong.status_code, PinApplication.objects.count()) == (400, 0)
    assert WORDS in wrong.text
    assert "not a readable JPEG, PNG or PDF" in apply(client, photo(), b"no picture").text
    assert "</span>Choose here." in apply(client).text
    answer = apply(client, photo(), photo())
    assert answer.status_code == 200, answer.text
    assert "Waiting for review" in answer.text
    application = PinApplication.objects.get()
    assert (application.level, application.calculation["met"], check(application).level.met) == (9, False, False)
    [row] = ClaimFile.objects.all()  # the same document is stored once
    kept = file_content(stored_paper(row))
    assert b"JFIF" not in kept
    assert file_data(row).startswith(b"\xff\xd8")
    assert b"Planted-Place" not in file_data(row)
    assert "cannot be granted with the current record" in page(official, "committee:pin", body.slug, application.pk)
    [claim] = application.missing_results.all()
    shown = page(official, "committee:claim", body.slug, application.pk, claim.pk)
    assert WORDS in shown
    paper = official.get(reverse("committee:claim-file", args=[body.slug, application.pk, row.pk]))
    assert (paper.status_code, paper["Content-Type"], paper.content[:2]) == (200, "image/jpeg", b"\xff\xd8")
    enter_as_list(official, body, claim)
    claim.refresh_from_db()
    assert (claim.status, claim.recorded.slug) == ("entered", "old-open")
    assert "Old Open 2019" in page(client, "record:pin", application.pk)
    current = check(application)
    assert (current.level.met, [event.name for event in current.moved]) == (True, ["Old Open 2019"])
    assert granted(application).person == account.person
    assert WORDS not in str(list(AuditEntry.objects.values_list()))


def enter_as_list(client: Client, body: Body, missing_result: MissingResult) -> None:
    """Enter the typed row as a reviewer does, with the event that it belongs to."""
    lists = reverse("committee:lists", args=[body.slug])
    shown = client.get(f"{lists}?claim={missing_result.pk}")
    text = shown.context["form"]["text"].value()
    assert text == "Place,Name,Country,EMA,TP,CP\n,Vera Nieuw,NL,,,"
    assert client.post(lists, {"claim": missing_result.pk, "text": ""}).status_code == 400
    completed = text.replace(",,,", ",,25,100").replace("\n,", "\n4,")
    answer = client.post(lists, {"claim": missing_result.pk, "text": completed})
    here = answer["Location"]
    sanctioned_event("old-open")
    header = {
        "name": "Old Open 2019", "slug": "old-open", "country": "NL", "starts": "2019-02-01", "ends": "2019-02-03",
        "scope": "national", "rules": "wmo-2014", "sessions": "8", "players": "64",
    }  # fmt: skip
    client.post(here + "event/", header)
    person = missing_result.application.person_id
    client.post(here, {"row-2": str(person)})
    preview = client.get(here)
    assert preview.context["ready"], preview.content.decode()
    assert (
        "The event is in the record" in client.post(here, {"seen": preview.context["plan"].version}, follow=True).text
    )


def test_a_reviewer_refuses_a_missing_result_or_finds_it_in_the_record(body) -> None:
    account = applicant(body)
    application = applied(account)
    client, official = signed_in(account), signed_in(member(body))
    add = reverse("record:add-missing", args=[application.pk])
    for _ in range(2):
        assert send(client, add, photo()).status_code == 200
    first, second = application.missing_results.all()
    address = reverse("committee:refuse-claim", args=[body.slug, application.pk, first.pk])
    assert official.post(address, {"reason": ""}).status_code == 400
    assert official.post(address, {"reason": "The paper is of another player"}).status_code == 302
    assert official.post(address, {"reason": "Once more"}).status_code in (400, 409)
    own = page(client, "record:pin", application.pk)
    assert "The paper is of another player" in own
    here = reverse("committee:claim", args=[body.slug, application.pk, second.pk])
    assert "has no result in an event with this id" in official.post(here, {"event": "nowhere"}).text
    slug = account.person.official_results.get().recorded.slug
    assert official.post(here, {"event": slug}).status_code == 302
    assert sorted(application.missing_results.values_list("status", flat=True)) == ["entered", "refused"]
    withdraw(actor_of(account), account, application=application)
    assert "Add a missing result" not in page(client, "record:pin", application.pk)
    assert send(client, add, photo()).status_code in (400, 409)


def test_a_list_enters_only_an_undecided_result_of_its_body() -> None:
    decided, foreign, waiting = new_claim("refused"), new_claim(), new_claim()
    body = waiting.application.body
    cases = [(decided.application.body, decided.pk), (new_body("web", site="mahjong.example"), foreign.pk)]
    for issuer, missing_result in cases:
        with pytest.raises(Refused, match="already a decision"):
            keep_list(actor(), issuer, file_name="list.csv", file_digest="0" * 64, sheets=LIST, claim=missing_result)
    assert not ResultList.objects.exists()
    keep_list(actor(), body, file_name="list.csv", file_digest="0" * 64, sheets=LIST, claim=waiting.pk)
    assert ResultList.objects.get().claim == waiting


def test_only_the_applicant_and_the_body_see_papers(body) -> None:
    account = applicant(body)
    application = applied(account)
    claim(actor_of(account), account, application=application, missing=missing())
    row, missing_result = ClaimFile.objects.get(), MissingResult.objects.get()
    own = signed_in(account).get(reverse("record:handed-in", args=[application.pk, row.pk]))
    assert own.content == b"picture"
    assert "no-store" in own["Cache-Control"]
    other = new_body("member", countries=["FR"])
    outsiders = [
        signed_in(member(other)),
        signed_in(applicant(body)),
        signed_in(new_account(is_staff=True)),
        signed_in(),
    ]
    for client in outsiders:
        addresses = [reverse("record:handed-in", args=[application.pk, row.pk])]
        for slug in (body.slug, other.slug):
            addresses.append(reverse("committee:claim-file", args=[slug, application.pk, row.pk]))
            addresses.append(reverse("committee:claim", args=[slug, application.pk, missing_result.pk]))
            addresses.append(reverse("committee:lists", args=[slug]) + f"?claim={missing_result.pk}")
        assert {client.get(address).status_code for address in addresses} <= {302, 403, 404}
    mine = applied(applicant(body))
    assert signed_in(account).get(reverse("record:handed-in", args=[mine.pk, row.pk])).status_code == 404


def test_missing_results_expire_and_too_many_papers_are_refused(body, django_capture_on_commit_callbacks) -> None:
    account = applicant(body)
    application = applied(account)
    too_many = missing() | {"files": [missing(data=bytes([number]))["files"][0] for number in range(MOST_FILES + 1)]}
    for wrong in (too_many, missing() | {"files": []}):
        with pytest.raises(Refused):
            claim(actor_of(account), account, application=application, missing=wrong)
    assert not MissingResult.objects.exists()
    claim(actor_of(account), account, application=application, missing=missing())
    [path] = (Path(settings.MEDIA_ROOT) / "pin-files").iterdir()
    assert expired_applications() == {}
    MissingResult.objects.update(delete_after="2020-01-01")
    withdraw(actor_of(account), account, application=application)
    missing_result = MissingResult.objects.get()
    assert (missing_result.delete_after - timezone.localdate()).days == 365  # a step extends their deletion date
    MissingResult.objects.update(delete_after="2020-01-01")
    with django_capture_on_commit_callbacks(execute=True):
        expired_applications()
    assert not path.exists()
    missing_result.refresh_from_db()
    assert (missing_result.event, missing_result.text, missing_result.files.count()) == ("", "", 0)
