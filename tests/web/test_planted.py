"""Private values are stored only encrypted, and shown only to readers with the right."""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.jobs import run
from common.jobs.models import Job
from ranking.certificates.exports.registers import register_workbook, technical_file
from ranking.links.services.codes import ask_code
from ranking.links.services.own_record import answer_correction, ask_correction
from ranking.pins.models.applications import Certificate
from ranking.pins.selectors.applications import applications_at, register
from ranking.pins.services.applications import answer
from ranking.pins.services.decisions import ask, refuse
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import PAPERS, Choice, Papers
from scoring.releases.services.releasing import release_session
from tests.support import planting
from tests.support.applications import bearer, form_facts, open_registration, submit
from tests.support.events import chinese_document
from tests.support.pin_applications import applicant, applied, granted
from tests.support.planting import planted_in, planted_in_file, planted_in_tables
from tests.support.ranking import actor, new_account, new_body, result_of
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.papers.models import PaperAddress
from tournament.registration.models.applications import Application
from tournament.registration.services.application_decisions import approve_application, ask_back
from tournament.registration.services.applications import correct_application
from tournament.registration.services.entries import set_private_data
from web.api.interface import api

pytestmark = pytest.mark.django_db
DESK = system_actor("test")


@pytest.fixture
def event(settings, tmp_path) -> Event:
    """Return an event with registrations (waiting, asked, approved), private data, pin applications and requests."""
    settings.CERTIFICATE_KEYS, settings.SENDS_MAIL = tmp_path / "keys", True
    settings.MEDIA_ROOT = tmp_path / "media"
    import_event(DESK, document=chinese_document())
    event = open_registration(Event.objects.get(), document="required")
    PaperAddress.objects.create(event=event, address="http://192.168.1.20:8000")
    for session in event.sessions.order_by("number")[:2]:
        release_session(DESK, session)
    names = [("王", "伟"), ("李", "娜"), ("张", "敏")]
    waiting, asked, approved = (submit(event, family_name=one, given_name=two, **planting.FORM) for one, two in names)
    again = form_facts(event, family_name="王", given_name="伟", **planting.FORM)
    kept = {name: value for name, value in again.items() if name not in ("token", "language", "address", "oath")}
    correct_application(bearer(waiting), waiting, **kept | {"team": "一队"})
    ask_back(DESK, asked, question="哪个参赛队？")
    approve_application(DESK, approved)
    entry = event.entries.get(number=1)
    set_private_data(DESK, event, entry=entry, **planting.PERSON)
    _pins(entry.person)
    for job in Job.objects.filter(state="queued").order_by("pk"):
        run(job.pk)
    return event


def _pins(person) -> None:
    """Add a pin granted after a question, a refused one, a requested code, and a requested and made correction."""
    body = new_body("member", slug="nl", countries=["NL", "CN"])
    result_of(person, table_points=480)
    account = new_account(person)
    first = applied(account, public=True, **planting.PIN)
    ask(actor(), first, text=planting.MESSAGE)
    answer(actor_of(account), account, application=first, text=planting.MESSAGE)
    granted(first)
    refuse(actor(), applied(applicant(body), **planting.PIN), reason="No.")
    stranger = new_account()
    ask_code(actor_of(stranger), stranger, mail=planting.FORM["mail"])
    ask_correction(actor_of(account), account, text=planting.REQUEST)
    answer_correction(actor(), person.correction_requests.get(), state="done", answer=planting.REQUEST)


def test_private_values_are_not_in_tables_logs_or_files(event, caplog, capfd, settings) -> None:
    assert Application.objects.get(family_name="王").private.document == planting.FORM["document"]
    assert planted_in_tables() == set()
    assert planted_in(*(str(entry.content()) for entry in AuditEntry.objects.all())) == set()
    assert AuditEntry.objects.filter(action__startswith="pin.").count() == 6
    assert planted_in(caplog.text, *capfd.readouterr()) == set()
    written = [file for file in Path(settings.MEDIA_ROOT).rglob("*") if file.is_file()]
    assert [file for file in written if planted_in_file(file.read_bytes())] == []


def test_private_values_are_not_exported(event) -> None:
    """For the public files see tests/web/pocket/site/test_site.py; for restricted files, the walks over the pages."""
    exports = {
        "register": register_workbook(register()),
        "technical file": technical_file(applications_at(Certificate.objects.get().body, "granted")),
    }
    for command in (["export_event", "1"], ["standings", "1", "--json"], ["evaluate_pins", "--json"]):
        with redirect_stdout(out := io.StringIO()):
            call_command(*command, stdout=out)
        exports[command[0]] = out.getvalue().encode()
    papers = Papers(event)
    for name, kind in PAPERS.items():
        if not papers.missing(kind):
            for ending in kind.endings:
                choice = Choice(name, "en", ending=ending)
                made = make_paper(event, choice, total=lambda units: None, step=lambda: None)
                exports[f"{name}.{ending}"] = made.data
    assert len(exports) > 20
    assert {name: planted_in_file(data) for name, data in exports.items() if planted_in_file(data)} == {}


def gets() -> Iterator[str]:
    """Yield every GET URL of the API with the keys of the event."""
    figures = {"event": "1", "slug": "1"}
    for path, operations in api.get_openapi_schema()["paths"].items():
        if "get" in operations:
            yield re.sub(r"{(\w+)}", lambda match: figures.get(match[1], "1"), path)


@pytest.mark.parametrize("role", ["anonymous", "administrator"])
def test_private_values_are_not_in_the_api(event, role: str) -> None:
    client = Client()
    if role == "administrator":
        client.force_login(new_account(is_superuser=True, is_staff=True))
    code = Certificate.objects.get().code
    addresses = [*gets(), "/api/openapi.json", reverse("record:keys"), reverse("record:check", args=[code]), "/healthz"]
    for address in addresses:
        assert planted_in_file(client.get(address).getvalue()) == set(), address
