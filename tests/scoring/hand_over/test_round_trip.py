"""An event goes to a hall and comes back, with everything that belongs to it."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.text import slugify

from common.actions.errors import HeldElsewhere, Refused
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from ranking.record.models.persons import RecordedPerson
from scoring.event_file.selectors.document import event_document
from scoring.hand_over.models import ChainPart, HandOver
from scoring.hand_over.selectors.document import FILES
from scoring.hand_over.selectors.encoding import Encoder, persons_of, tables_of
from scoring.hand_over.selectors.graph import paths, rows_of, strangers
from scoring.hand_over.services.giving import give_back
from scoring.hand_over.services.taking import take_back, take_event
from scoring.setup.services.setting_up import change_event
from tests.scoring.event_file.test_whole_events import imported
from tests.support.action_examples import EXAMPLES, with_settings
from tests.support.event_generator import make_event
from tests.support.events import small_event
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation, assert_chains_are_whole
from tests.support.ranking import recorded_event, result_of
from tests.test_permissions import service
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage, StageEntry
from tournament.people.models.persons import Person

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "home"


@pytest.fixture
def hall(tmp_path: Path) -> Installation:
    return Installation(tmp_path, "hall")


#: Actions that together leave a row of every kind in their events.
LEAVING = (
    "foul.accept_missing", "appeal.attach", "session_draw.release", "ceremony.begin", "account.ask_code",
    "event.end_appeal_times", "event.plan_hall", "measure.suspend", "screen.add", "team.line_up",
    "announcement.take_back", "appeal.link", "appeal.sign", "class.confirm", "draw.anew", "draw.wish", "entry.arrive",
    "entry.correct_name", "equipment.confirm", "foul.record", "foul_kind.set", "group.add", "lots.begin",
    "official.add", "sheet.add_photo", "player.call", "referee_call.answer", "screen.add_picture",
    "session.break", "session.late", "session.make_official", "session.next_paper", "session.retract",
    "sheet.decide_hand", "sheet.drop_record", "sheet.forfeit", "sheet.seat_period", "sheet.settle",
    "photo.add", "sheet.type_again", "table.add_time",
)  # fmt: skip


def given_back(slug: str = "") -> bytes:
    """Give an event, or the one taken last, back; return the file."""
    row = HandOver.objects.filter(**{"event__slug": slug} if slug else {})[0]
    give_back(HALL, row)
    return file_of(row)


def content(event: Event) -> dict[str, Any]:
    """Return everything of the event that travels, with identities that are the same on each installation."""
    encoder = Encoder(event)
    return {"tables": tables_of(event, encoder), "persons": [encoder.person(person) for person in persons_of(event)]}


def test_an_event_goes_to_the_hall_and_comes_back(hall: Installation) -> None:
    event = imported(make_event(7, 16, 3))
    before = event_document(event)
    row = given(event)
    out = file_of(row)
    event = Event.objects.get()
    with pytest.raises(HeldElsewhere, match="laptop of the hall has held this event since"):
        change_event(HOME, event, name="Other", reason="test")
    with hall:
        answer = take_event(HALL, package=package_in(out), file_key=row.key.lower().replace("-", " "))
        taken = Event.objects.get(slug=answer["event"])
        assert event_document(taken) == before
        change_event(HALL, taken, name="Played in the hall", reason="test")
        back = given_back()
        with pytest.raises(HeldElsewhere, match=r"home\.example has held"):
            change_event(HALL, Event.objects.get(), name="Too late", reason="test")
        assert_chains_are_whole()
        there = Ledger.objects.get(name=event.ledger.name)
    take_back(HOME, row, package=package_in(back))
    event = Event.objects.get(pk=event.pk)
    assert event_document(event) == before | {"event": before["event"] | {"name": "Played in the hall"}}
    assert_chains_are_whole()
    assert (event.ledger.audit_seq, AuditEntry.objects.get(seq=there.audit_seq).hash) == (
        there.audit_seq + 1,
        there.audit_hash,
    )
    assert event.ledger.public > there.public
    assert event.ledger.era != there.era
    change_event(HOME, event, name="Home again", reason="test")
    with pytest.raises(Refused, match="taken back already"):
        take_back(HOME, row, package=package_in(back))


def test_everything_that_belongs_to_an_event_travels(hall: Installation) -> None:
    events = [imported(make_event(7, 16, 3))]
    shared = with_settings(small_event("shared"))
    events.append(shared)
    for name in LEAVING:
        try:
            with transaction.atomic():
                run(name, shared)
        except Exception:  # it fits only an event that it makes for itself
            events.append(with_settings(small_event(f"of-{slugify(name)}")))
            run(name, events[-1])
    stage = Stage.objects.all()[0]
    StageEntry.objects.create(stage=stage, entry=stage.event.entries.all()[0], rank=1, position=1)
    for model, folder in FILES.items():
        for stored in model.objects.exclude(name=""):
            default_storage.save(f"{folder}/{stored.name}", ContentFile(b"a file"))
    events = list(Event.objects.filter(ledger__held_since=None, pk__in=[event.pk for event in events]))
    rows = {event.slug: given(event) for event in events}
    before = {event.slug: content(event) for event in events}
    assert {model._meta.label_lower for model in paths()} == {
        table["model"] for tables in before.values() for table in tables["tables"] if table["rows"]
    }
    files = {slug: file_of(row) for slug, row in rows.items()}
    numbers = {event.slug: {model: keys(model, event) for model in paths()} for event in events}
    with hall:
        for slug, raw in files.items():
            take_event(HALL, package=package_in(raw), file_key=rows[slug].key)
            assert content(Event.objects.get(slug=slug)) == before[slug]
        assert all(default_storage.listdir(folder)[1] for folder in FILES.values())
        backs = {slug: given_back(slug) for slug in files}
    for slug, row in rows.items():
        take_back(HOME, row, package=package_in(backs[slug]))
        event = Event.objects.get(slug=slug)
        assert content(event) == before[slug]
        assert numbers[slug] == {model: keys(model, event) for model in paths()}
    assert_chains_are_whole()


def run(name: str, event: Event) -> None:
    """Call the example of an action."""
    subject, facts = EXAMPLES[name](Event.objects.get(pk=event.pk), "")
    service(name)(HOME, subject, reason="because", **facts)


def keys(model: Any, event: Event) -> list[int]:
    return list(rows_of(model, event).values_list("pk", flat=True))


def test_no_row_refers_to_one_that_stays() -> None:
    assert strangers() == set()


def test_an_event_goes_to_the_hall_twice(hall: Installation) -> None:
    event = imported(make_event(8, 8, 2))
    for tour in (1, 2):
        row = given(Event.objects.get())
        out = file_of(row)
        with hall:
            take_event(HALL, package=package_in(out), file_key=row.key)
            with pytest.raises(Refused, match="here already"):
                take_event(HALL, package=package_in(out), file_key=row.key)
            taken = Event.objects.get()
            change_event(HALL, taken, venue=f"Hall {tour}", reason="test")
            back = given_back()
            assert_chains_are_whole()
        take_back(HOME, row, package=package_in(back))
        assert Event.objects.get().venue == f"Hall {tour}"
        assert_chains_are_whole()
    parts = list(ChainPart.objects.filter(ledger=event.ledger))
    assert [part.first for part in parts[1:]] == [part.last + 1 for part in parts[:-1]]
    assert len({part.installation for part in parts}) == 2


def test_persons_who_were_merged_in_the_hall_share_their_record(hall: Installation) -> None:
    event = imported(make_event(7, 8, 2))
    kept, merged = (entry.person for entry in event.entries.all()[:2])
    result_of(merged, recorded_event(), individual_rank=1)
    row = given(event)
    out = file_of(row)
    with hall:
        take_event(HALL, package=package_in(out), file_key=row.key)
        there = Event.objects.get()
        persons = [entry.person for entry in there.entries.all()[:2]]
        Person.objects.filter(pk=persons[1].pk).update(merged_into=persons[0])
        back = given_back()
    take_back(HOME, row, package=package_in(back))
    assert list(RecordedPerson.objects.values_list("person", flat=True)) == [kept.pk]
