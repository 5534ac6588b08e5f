"""Result certificates at the Desk: after the event is closed, signed by a qualified official (A9 7.2)."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from common.actions.models.audit import AuditEntry
from common.jobs import run
from common.jobs.models import Job
from scoring.event_file.services.importing import import_event
from tests.support.ranking import actor, closed, confirmed, file_event, new_account
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event, Official

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    slug = import_event(actor(), document=file_event(16, 6, scope="national"))["event"]
    event = Event.objects.get(slug=slug)
    event.officials.all().delete()
    return event


@pytest.fixture
def client(event) -> Client:
    account = new_account()
    grant_role(actor(), event, account=account, name="organizer")
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def official(event: Event, order: int, name: str, qualification: str) -> Official:
    return Official.objects.create(
        event=event, order=order, name=name, function="Referee", qualification=qualification, qualification_number="77"
    )


def made(client: Client, address: str, **typed) -> list[str]:
    """Return the texts of the pages of the file that the posted form makes."""
    why = {"why_local": "Handed out in the hall"}
    answer = client.post(address, {"row": "", "language": "en", "referee": ""} | why | typed)
    assert answer.status_code == 302, answer.content.decode()
    job = Job.objects.latest("pk")
    run(job.pk)
    job.refresh_from_db()
    with job.file.open("rb") as file:
        return [page.extract_text() for page in PdfReader(io.BytesIO(file.read())).pages]


def test_certificates_wait_for_the_closing_and_for_a_qualified_official(event, client) -> None:
    address = reverse("desk:certificates", args=[event.slug])
    assert address in client.get(reverse("desk:papers", args=[event.slug])).text
    assert "Certificates are made after it is closed." in client.get(address).text
    closed(event)
    official(event, 1, "Tim Keeper", "")
    assert "Enter the qualification of an official first." in client.post(address, {"language": "en"}).text
    assert not Job.objects.filter(kind="certificates.make").exists()


def test_the_chosen_qualified_official_signs(event, client) -> None:
    """Never the first official with any qualification."""
    closed(event)
    official(event, 1, "First Official", "National judge")
    official(event, 2, "Tim Keeper", "")
    chosen = official(event, 3, "Anna Blum", "International referee")
    address = reverse("desk:certificates", args=[event.slug])
    options = [label for _value, label in client.get(address).context["form"].fields["referee"].choices]
    assert options == [
        "please choose",
        "First Official · Referee · National judge",
        "Anna Blum · Referee · International referee",
    ]
    assert client.post(address, {"row": "", "language": "en", "referee": ""}).status_code == 400
    pages = made(client, address, referee=str(chosen.pk))
    assert len(pages) == 16
    assert all("Anna Blum" in page and "Referee · International referee · 77" in page for page in pages)
    assert all("First Official" not in page for page in pages)
    assert "not confirmed yet" in pages[0]


def test_one_player_gets_a_certificate_with_the_confirmed_class(event, client) -> None:
    recorded = confirmed(event)
    signer = official(event, 1, "Anna Blum", "International referee")
    line = recorded.results.get(row=3)
    address = reverse("desk:certificates", args=[event.slug])
    assert ("3", f"{line.number} {line.name}") in client.get(address).context["form"].fields["row"].choices
    [page] = made(client, address, row="3", referee=str(signer.pk))
    assert line.name in page
    assert f"Class confirmed by {recorded.body.name}" in page


def test_a_preview_comes_first_and_a_local_address_needs_a_reason(event, client) -> None:
    closed(event)
    signer = official(event, 1, "Anna Blum", "International referee")
    address, typed = reverse("desk:certificates", args=[event.slug]), {"language": "en", "referee": str(signer.pk)}
    preview = client.post(address, typed | {"preview": "yes"})
    [page] = PdfReader(io.BytesIO(preview.content)).pages
    assert "Preview" in page.extract_text()
    assert "Please give a reason." in client.post(address, typed).text
    made(client, address, **typed)
    entry = AuditEntry.objects.get(action="certificates.explain_event")
    assert entry.after == {"why_local_results": "Handed out in the hall"}


def test_only_those_who_print_make_certificates(event) -> None:
    stranger = Client()
    stranger.force_login(new_account())
    assert stranger.get(reverse("desk:certificates", args=[event.slug])).status_code == 403
