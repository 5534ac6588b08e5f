"""The checklist of equipment and site: who confirmed what and when, at the Desk and in the dossier (3.5.5)."""

import io
import zipfile

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from common.actions.models.audit import AuditEntry
from scoring.event_file.exports import event_file
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from tests.support.ranking import actor, closed, file_event, new_account
from tournament.access.services.roles import grant_role
from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    document = file_event(16, 6)
    document["event"].pop("equipment", None)
    return closed(Event.objects.get(slug=import_event(actor(), document=document)["event"]))


def official(event: Event, role: str) -> Client:
    account = new_account(name="Anna Blum")
    grant_role(actor(), event, account=account, name=role)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def test_each_item_is_confirmed_with_a_name_and_undone(event: Event) -> None:
    client, address = official(event, "organizer"), reverse("desk:equipment", args=[event.slug])
    page = client.get(address).text
    assert "8 items are not confirmed yet." in page
    assert page.count("not confirmed yet</span>") == 8
    assert all(word in page for word in ("Tiles", "Dice", "Site and light", "Tables", "Chairs", "electronic scoring"))
    wrong = client.post(address, {"item": "tiles", "by": "", "remark": "WMCC 12"})
    assert (wrong.status_code, "WMCC 12" in wrong.text) == (400, True)
    page = client.post(address, {"item": "tiles", "by": "Tim Keeper", "remark": "WMCC 12"}, follow=True).text
    assert "confirmed by Tim Keeper" in page
    assert "7 items are not confirmed yet." in page
    assert '<option value="dice" selected' in page  # the next item to confirm
    check = event.equipment_checks.get()
    assert (check.item, check.by, check.remark) == ("tiles", "Tim Keeper", "WMCC 12")
    entry = AuditEntry.objects.get(action="equipment.confirm")
    assert (entry.after["equipment"], entry.after["confirmed_by"]) == ("tiles", "Tim Keeper")
    client.post(reverse("desk:undo-equipment", args=[event.slug, "tiles"]))
    assert not event.equipment_checks.exists()


def test_a_referee_sees_no_equipment_and_the_committee_confirms_it(event: Event) -> None:
    address = reverse("desk:equipment", args=[event.slug])
    assert official(event, "referee").get(address).status_code == 403
    page = official(event, "committee").post(address, {"item": "dice", "by": "Anna Blum"}, follow=True)
    assert "confirmed by Anna Blum" in page.text


def test_the_dossier_and_the_event_file_have_it(event: Event) -> None:
    EquipmentCheck.objects.create(event=event, item="dice", by="Anna Blum", at="2026-05-01T08:30:00Z", remark="R-7")
    choice = Choice(paper="dossier", language="en", ending="zip")
    made = make_paper(event, choice, total=lambda _units: None, step=lambda units=1: None)
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("equipment.pdf")]
        [page] = PdfReader(io.BytesIO(archive.read(name))).pages
    text = page.extract_text()
    assert all(words in text for words in ("Equipment and site (3.5.5)", "Anna Blum", "R-7", "Chairs"))
    document = read_event(event_file(event))
    assert document["event"]["equipment"] == [
        {"item": "dice", "by": "Anna Blum", "at": "2026-05-01T08:30:00Z", "remark": "R-7"}
    ]
    document["event"]["id"] = "copy"
    import_event(actor(), document=document)
    assert EquipmentCheck.objects.get(event__slug="copy").by == "Anna Blum"
