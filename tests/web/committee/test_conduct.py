"""Officials who decide on an application see the applicant's conduct."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from tests.support.events import small_event
from tests.support.pin_applications import applicant, applied, member
from tests.support.ranking import actor, new_body
from tests.support.sheets import at, empty_sheet
from tournament.events.models.entries import Entry

pytestmark = pytest.mark.django_db


def test_fouls_and_measures_are_shown_on_the_application_and_the_persons_page() -> None:
    body = new_body("member", countries=["NL"])
    application = applied(applicant(body))
    client = Client(headers={"accept-language": "en"})
    client.force_login(member(body))
    addresses = [
        reverse("committee:pin", args=[body.slug, application.pk]),
        reverse("committee:person", args=[body.slug, application.person_id]),
    ]
    assert all("No fouls and no measures are recorded." in client.get(address).text for address in addresses)
    sheet = empty_sheet(small_event("rough"))
    Entry.objects.filter(pk=at(sheet, "W").pk).update(person=application.person)
    for kind in ("talk", "cheating"):
        record_foul(actor(), sheet.table.session.event, foul=FoulReport(kind=kind, sheet=sheet, seat="W", hand_no=4))
    shown = []
    for address in addresses:
        page = client.get(address)
        conduct = page.context["conduct"]
        shown.append([line.foul.article for line in conduct["fouls"]])
        section = page.text.split("Conduct in all events", 1)[1].split("</section>")[0]
        assert [words for words in ("3.6.1", "3.11.6.1", sheet.table.session.event.name) if words not in section] == []
        assert section.count("<li>") == len(conduct["fouls"]) + len(conduct["measures"])
    assert shown == [["3.11.6.1", "3.6.1"]] * 2
