"""While another installation holds an event, nothing is written here but what the hall publishes."""

import pytest

from common.actions.errors import HeldElsewhere, Refused
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from scoring.event_file.selectors.document import event_document
from scoring.hand_over.models import HandOver
from scoring.hand_over.services.giving import hand_over
from scoring.hand_over.services.taking import take_back
from scoring.publishing.models import ReceivedPackage
from scoring.publishing.services.receiving import receive_package
from scoring.setup.services.setting_up import change_event
from tests.scoring.event_file.test_whole_events import imported
from tests.support.event_generator import make_event
from tests.support.hand_overs import HOME, file_back, file_of, given, package_in
from tests.support.installations import assert_chains_are_whole
from tests.support.publishing import packed
from tests.support.threads import together
from tournament.events.models.events import Event

pytestmark = pytest.mark.database


@pytest.mark.django_db
def test_what_the_hall_publishes_is_received_without_an_entry_in_the_audit() -> None:
    event = imported(make_event(7, 8, 2))
    row = given(event)
    ledger = Ledger.objects.get(pk=event.ledger.pk)
    receive_package(HOME, Event.objects.get(), **packed(event))
    assert ReceivedPackage.objects.count() == 1
    after = Ledger.objects.get(pk=event.ledger.pk)
    assert (after.audit_seq, after.public) == (ledger.audit_seq, ledger.public + 1)
    take_back(HOME, row, package=package_in(file_back(row)))
    receive_package(HOME, Event.objects.get(), **packed(event, number=2, previous=ReceivedPackage.objects.get().digest))
    assert AuditEntry.objects.latest("pk").action == "publishing.receive"
    assert_chains_are_whole()


@pytest.mark.django_db(transaction=True)
def test_a_write_and_a_hand_over_at_once_end_one_after_the_other() -> None:
    event = imported(make_event(7, 8, 2))
    names = [f"Name {number}" for number in range(4)]
    writes = [lambda name=name: change_event(HOME, event, name=name, reason="at once") for name in names]
    ledger = Ledger.objects.filter(pk=event.ledger.pk)
    results = together(
        *writes[:2], lambda: hand_over(HOME, event, other="laptop", here="home.example"), *writes[2:], holding=ledger
    )
    refused = [result for result in results if isinstance(result, HeldElsewhere)]
    actions = list(AuditEntry.objects.order_by("seq").values_list("action", flat=True))
    assert [result for result in results if isinstance(result, Exception)] == refused
    assert actions == ["event.import", *["event.change"] * (4 - len(refused)), "event.hand_over"]
    row, kept = HandOver.objects.get(), Event.objects.get()
    package = package_in(file_of(row))
    package.unlock(row.key)
    document = package.document()
    assert document["event_file"]["event"]["name"] == kept.name
    assert [entry["action"] for entry in document["chain"]] == actions
    assert_chains_are_whole()


@pytest.mark.django_db(transaction=True)
def test_an_event_is_handed_over_once_and_taken_back_once() -> None:
    event = imported(make_event(7, 8, 2))
    givers = [lambda name=name: hand_over(HOME, event, other=name, here="home") for name in ("one", "two")]
    results = together(*givers, holding=Event.objects.filter(pk=event.pk))
    assert sum(isinstance(result, Refused) for result in results) == 1
    row = HandOver.objects.get()
    raw = file_back(row)
    takers = [lambda: take_back(HOME, row, package=package_in(raw))] * 2
    results = together(*takers, holding=Event.objects.filter(pk=event.pk))
    assert sum(isinstance(result, Refused) for result in results) == 1
    assert event_document(Event.objects.get()) == event_document(event)
    assert list(AuditEntry.objects.order_by("seq").values_list("action", flat=True))[-2:] == [
        "event.hand_over",
        "event.take_back",
    ]
