"""Evidence, public notices and a person's fouls: who sees them, and until when."""

from datetime import date

import pytest

from common.actions.models.audit import AuditEntry
from scoring.fouls.models import Foul, FoulEvidence
from scoring.fouls.selectors.fouls import evidence_for, fouls_of_person, published
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import cancel_foul, publish_notice, record_foul
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.foul_judging import ANNA, judge, official
from tests.support.sheets import at, empty_sheet, player
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.keeping.services import delete_private
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


def test_evidence_is_visible_to_entitled_roles_and_expires_with_private_data() -> None:
    event = small_event()
    Event.objects.filter(pk=event.pk).update(ends=date(2026, 3, 1))
    event.refresh_from_db()
    sheet = empty_sheet(event)
    referee, other = official(event, "referee"), official(event, "referee")
    facts = {"kind": "cheating", "sheet": sheet, "seat": "W", "hand_no": 3, "notes": "袖中藏牌", "witnesses": "张三"}
    record_foul(referee, event, foul=FoulReport(**facts))
    foul = event.fouls.get()
    assert FoulEvidence.objects.get().delete_after == date(2027, 3, 1)
    seen = {
        role: evidence_for(actor, actor.roles(event.ledger), foul)
        for role, actor in {
            "own": referee,
            "other": other,
            "chief": official(event, "chief-referee"),
            "committee": official(event, "committee"),
            "scorekeeper": official(event, "scorekeeper"),
        }.items()
    }
    assert {role for role, evidence in seen.items() if evidence} == {"own", "chief", "committee"}
    assert "袖中" not in str(list(AuditEntry.objects.values()))


def test_a_notice_is_public_only_when_published(sheet: Sheet) -> None:
    event = sheet.table.session.event
    foul = judge(sheet, "disturbance", hand_no=0)
    assert "notice" in foul.effects
    assert list(published(event)) == []
    publish_notice(ANNA, foul, text="经劝告仍不服从裁判，通报批评。")
    assert [foul.number for foul in published(event)] == [1]
    cancel_foul(ANNA, event.fouls.get(), reason="x")
    assert list(published(event)) == []


def test_a_persons_fouls_are_found_across_events() -> None:
    person = Person.objects.create(name="王")
    for slug in ("one", "two"):
        event = small_event(slug)
        sheet = empty_sheet(event)
        Entry.objects.filter(pk=at(sheet, "W").pk).update(person=person)
        judge(sheet, "talk")
    assert [foul.event.slug for foul in fouls_of_person(person)] == ["two", "one"]
    assert list(fouls_of_person(player(small_event("three")).person)) == []


def test_evidence_has_the_deletion_date_of_the_events_private_data(sheet: Sheet) -> None:
    event = sheet.table.session.event
    judge(sheet, "cheating", notes="袖中藏牌")
    change_event(ANNA, event, ends=date(2026, 3, 1))
    assert FoulEvidence.objects.get().delete_after == date(2027, 3, 1)
    delete_private(ANNA, event)
    assert not FoulEvidence.objects.exists()
    assert Foul.objects.exists()
