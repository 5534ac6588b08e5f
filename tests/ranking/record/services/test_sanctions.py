"""The register of sanctioned events: only events in it have a class, and only the world body keeps it (A9 4.4, 5)."""

from datetime import date, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from ranking.levels.models import Qualification
from ranking.levels.selectors.evaluations import waiting_events
from ranking.levels.services import mark_qualified
from ranking.record.models.records import RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.selectors.official_results import digest_of, official_result
from ranking.record.selectors.result_lists import plan_of
from ranking.record.selectors.sanctions import EventKey, entry_of
from ranking.record.services.classes import ResultChanged, confirm_class, withdraw_class
from ranking.record.services.result_lists import match_rows
from ranking.record.services.sanctions import enter_sanction, withdraw_sanction
from ranking.record.services.taken_lists import take_list
from scoring.event_file.services.importing import import_event
from tests.support.ranking import (
    actor,
    closed,
    confirmed,
    file_event,
    new_body,
    new_person,
    new_sanction,
    recorded_event,
    result_of,
    sanctioned_event,
    taken_list,
)  # fmt: skip
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
START = date(2026, 5, 1)


@pytest.fixture
def event() -> Event:
    """A national event of 40 players and six sessions: class C if it is sanctioned (A9 5.3)."""
    document = file_event(40, 6, scope="national", country="ES", rules="wmo-2014", sanction={"body": "WMCC"})
    return closed(Event.objects.get(slug=import_event(actor(), document=document)["event"]))


def taken(body, **header) -> RecordedEvent:
    """Take a list of 64 players in; it is a national event of eight sessions."""
    kept = taken_list(body, players=64, **header)
    match_rows(actor(), body, kept=kept, people={"2": "new", "3": "new"})
    answer = take_list(actor(), body, kept=kept, seen=plan_of(body.result_lists.get(pk=kept)).version)
    return RecordedEvent.objects.get(slug=answer["event"])


def test_only_the_world_body_sanctions_events() -> None:
    for kind in ("member", "web"):
        with pytest.raises(Refused, match="Only the world body"):
            enter_sanction(actor(), new_body(kind, countries=["ES"]), sanction=new_sanction())
    assert not SanctionedEvent.objects.exists()


def test_an_event_outside_the_register_is_frozen_without_a_class(event) -> None:
    member = new_body("member", countries=["ES"])
    recorded = confirmed(event, member, sanctioned=False)
    assert (recorded.letter, recorded.sanctioned, recorded.register_entry) == ("C", False, None)
    assert Event.objects.get(pk=event.pk).confirmed_class == "none"


def test_a_class_needs_the_entry_that_was_shown(event) -> None:
    member, world = new_body("member", countries=["ES"]), new_body()
    seen = digest_of(official_result(event))
    entry = enter_sanction(actor(), world, sanction=new_sanction(slug=event.slug, letter="B"))["entry"]
    with pytest.raises(ResultChanged):
        confirm_class(actor(), member, event=event, entry=None, seen=seen)
    confirm_class(actor(), member, event=event, entry=entry, seen=seen)
    recorded = RecordedEvent.objects.get()
    # The class follows from players, sessions and kind, not from what was applied for.
    assert (recorded.letter, recorded.sanctioned, recorded.register_entry_id) == ("C", True, entry)
    assert Event.objects.get(pk=event.pk).confirmed_class == "C"


def test_an_entry_gives_a_frozen_event_its_class_at_once_and_its_withdrawal_takes_it(event) -> None:
    member, world = new_body("member", countries=["ES"]), new_body()
    recorded = confirmed(event, member, sanctioned=False)
    RecordedEvent.objects.update(evaluated_at=timezone.now())
    entry = enter_sanction(actor(), world, sanction=new_sanction(slug=event.slug))["entry"]
    recorded.refresh_from_db()
    assert (recorded.sanctioned, recorded.conditions[1]["have"], waiting_events()) == (True, "yes", [recorded.pk])
    assert Event.objects.get(pk=event.pk).confirmed_class == "C"
    row = SanctionedEvent.objects.get(pk=entry)
    with pytest.raises(Refused) as refused:
        withdraw_sanction(actor(), world, entry=row)
    assert refused.value.where == "reason"
    withdraw_sanction(actor(), world, entry=row, reason="Not held under these rules.")
    recorded.refresh_from_db()
    assert (recorded.sanctioned, recorded.conditions[1]["met"], recorded.register_entry) == (False, False, None)
    assert Event.objects.get(pk=event.pk).confirmed_class == "none"
    # The event's own audit chain has both entries.
    actions = AuditEntry.objects.filter(ledger=event.ledger).values_list("action", flat=True)
    assert {"sanction.enter", "sanction.withdraw"} <= set(actions)
    with pytest.raises(Refused, match="already withdrawn"):
        withdraw_sanction(actor(), world, entry=row, reason="Again.")


def test_a_withdrawn_entry_takes_the_pin_that_rests_on_it() -> None:
    world, person = new_body(), new_person()
    recorded = recorded_event(register_entry=sanctioned_event("past", world), slug="past")
    result_of(person, recorded, table_points=480)
    mark_qualified(actor(), persons=[person.pk])
    assert Qualification.objects.get().level == 7
    withdraw_sanction(actor(), world, entry=recorded.register_entry, reason="Withdrawn.")
    mark_qualified(actor(), persons=[person.pk])
    assert not Qualification.objects.exists()


def test_a_number_sanctions_the_event_of_its_first_day_and_one_event_only() -> None:
    enter_sanction(actor(), new_body(), sanction=new_sanction(number="W-7", slug="", starts=START))
    entry = SanctionedEvent.objects.get()
    assert entry_of(EventKey("winter", "W-7", START)) == entry
    assert entry_of(EventKey("winter", "W-7", START + timedelta(days=1))) is None
    assert entry_of(EventKey("winter", "", START)) is None
    recorded_event(slug="winter", register_entry=entry)
    assert entry_of(EventKey("winter", "W-7", START)) == entry
    assert entry_of(EventKey("copied", "W-7", START)) is None


@pytest.mark.parametrize(
    ("values", "where"),
    [({"number": "W-1"}, "number"), ({"slug": "winter"}, "slug"), ({"slug": ""}, "slug")],
)
def test_an_entry_is_unique_and_says_which_event_it_is_for(values, where) -> None:
    world = new_body()
    enter_sanction(actor(), world, sanction=new_sanction(number="W-1", slug="winter"))
    with pytest.raises(Refused) as refused:
        enter_sanction(actor(), world, sanction=new_sanction(**values))
    assert refused.value.where == where


def test_a_list_of_a_member_body_is_not_sanctioned_by_itself() -> None:
    member, world = new_body("member", countries=["NL"]), new_body()
    assert taken(member, slug="own").sanctioned is False
    enter_sanction(actor(), world, sanction=new_sanction(slug="known"))
    recorded = taken(member, slug="known")
    assert (recorded.sanctioned, recorded.letter) == (True, "B")


def test_the_world_body_removes_a_list_that_a_member_took_in() -> None:
    member, other, world = new_body("member"), new_body("member"), new_body()
    recorded = taken(member, slug="own")
    with pytest.raises(Refused, match="not in the record of this body"):
        withdraw_class(actor(), other, recorded=recorded, reason="Not ours.")
    withdraw_class(actor(), world, recorded=recorded, reason="The list is wrong.")
    assert not RecordedEvent.objects.exists()
    # The member sees it in its own audit.
    assert AuditEntry.objects.filter(ledger=member.ledger, action="class.withdraw").count() == 1


def test_events_that_were_confirmed_before_the_register_keep_their_class() -> None:
    member = new_body("member")
    first = recorded_event(member, sanction_number="7", confirmed_by="Anna Blum")
    second = recorded_event(member, sanction_number="7")
    outside = recorded_event(member, sanctioned=False, sanction_number="8")
    world = new_body()
    enter_sanctioned = import_module("ranking.migrations.0009_register_sanctioned_events").enter_sanctioned
    enter_sanctioned(apps, None)
    entries = list(SanctionedEvent.objects.order_by("pk").values_list("body", "number", "slug", "granted_by"))
    assert entries == [
        (world.pk, "7", first.slug, "Anna Blum"),
        (world.pk, f"pinju-{second.pk}", second.slug, "test"),
    ]
    outside.refresh_from_db()
    assert outside.register_entry is None
