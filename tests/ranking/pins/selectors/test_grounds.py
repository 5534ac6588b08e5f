"""A correction can leave a granted pin without grounds: all deciding committees see it, and decide."""

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from ranking.bodies.models import Body
from ranking.pins.models.applications import Certificate
from ranking.pins.selectors.committee import stale_at
from ranking.pins.selectors.grounds import unsupported_certificates
from ranking.pins.services.decisions import revoke
from ranking.record.models.records import RecordedEvent
from ranking.record.services.classes import withdraw_class
from ranking.tasks import newly_qualified
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.results import CountedResult
from tests.support.pin_applications import applied, granted, member
from tests.support.ranking import actor, confirmed, file_event, new_account, new_body, recorded_event, result_of
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"


@pytest.fixture
def home() -> Body:
    """Return the body of the player's country, for which small events count."""
    body = new_body("member", name="Dutch Mahjong", countries=["NL"])
    body.pin_settings.below_c = "count"
    body.pin_settings.save()
    return body


@pytest.fixture
def recorded() -> RecordedEvent:
    """Return an event in Spain, confirmed by its body."""
    document = file_event(16, 6, country="ES", scope="national")
    slug = import_event(system_actor("test"), document=document)["event"]
    return confirmed(Event.objects.get(slug=slug), new_body("member", name="Mahjong España", countries=["ES"]))


@pytest.fixture
def pin(home: Body, recorded: RecordedEvent) -> Certificate:
    """Return a pin 9 that reaches exactly 20 table points with those of the event in Spain."""
    line = recorded.results.get(number=1)
    Person.objects.filter(pk=line.person_id).update(country="NL")
    person = Person.objects.get(pk=line.person_id)
    result_of(person, recorded_event(home), table_points=240 - line.table_points, competition_points=1)
    return granted(applied(new_account(person)))


def correct(recorded: RecordedEvent) -> None:
    """Take one table point from the player in a released table, as an action does."""
    counted = CountedResult.objects.filter(entry__event=recorded.event, entry__number=1, table_points__gte=12).first()
    counted.table_points -= 12
    counted.save()
    ledger = Event.objects.get(pk=recorded.event_id).ledger
    ledger.public += 1
    ledger.save()


def test_committees_see_that_a_corrected_event_no_longer_supports_a_pin(home, recorded, pin) -> None:
    client, foreign = Client(headers={"accept-language": "en"}), Client()
    client.force_login(member(home))
    other = new_body("member", countries=["FR"])
    foreign.force_login(member(other))
    page = reverse("committee:body", args=[home.slug])
    event_args = [home.slug, recorded.slug]
    assert (list(unsupported_certificates(home)), stale_at(home)) == ([], [])
    correct(recorded)
    assert (stale_at(home), stale_at(other)) == ([recorded], [])
    assert f"{recorded.name} changed after Mahjong España confirmed its class" in client.get(page).text
    shown = client.get(reverse("committee:event", args=event_args))
    assert (shown.status_code, "Changed since it was confirmed" in shown.text) == (200, True)
    assert "Confirm and freeze" not in shown.text
    for name in ("event", "certificates"):
        assert foreign.get(reverse(f"committee:{name}", args=[other.slug, recorded.slug])).status_code == 404
    confirmed(recorded.event, recorded.body)
    assert (stale_at(home), list(unsupported_certificates(home))) == ([], [])
    newly_qualified()
    assert list(unsupported_certificates(home)) == [pin]
    shown = client.get(page).text
    assert "Pins no longer supported by results" in shown
    assert pin.serial in shown
    decision = client.get(reverse("committee:pin", args=[home.slug, pin.application_id])).text
    assert "The record has changed since this was submitted." in decision
    # It stays valid until it is revoked.
    assert "is valid" in Client(headers={"accept-language": "en"}).get(reverse("record:check", args=[pin.code])).text
    revoke(actor(), pin.application, reason="The result was corrected.")
    assert list(unsupported_certificates(home)) == []


def test_a_withdrawn_event_no_longer_supports_a_pin(home, recorded, pin) -> None:
    withdraw_class(actor(), recorded.body, recorded=recorded, reason="It was another event.")
    assert list(unsupported_certificates(home)) == [pin]
