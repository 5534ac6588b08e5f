"""Draws in the event file: equal after an import, shown and verifiable."""

import json

import pytest

from common.files.json_files import FileErrors, dump
from scoring.draw_release.services.replacing import replace_player
from scoring.event_file.rules import canonical
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.event_generator import make_event
from tournament.draws.rules.records import lines_of, record_faults
from tournament.draws.rules.verify_draw import faults
from tournament.draws.selectors.draws import draw_record
from tournament.draws.services.people import add_late
from tournament.draws.services.wishes import add_wish
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def moved(event: Event) -> Event:
    """Export, rename and import the event, as onto another machine."""
    document = event_document(event)
    document["event"]["id"] = "moved"
    read = read_event(dump(document))
    import_event(ACTOR, document=read)
    event_there = Event.objects.get(slug="moved")
    assert event_document(event_there) == canonical(read)
    return event_there


def test_an_exported_draw_is_equal_and_valid_after_the_import() -> None:
    event = planned(players=18, fillers=2)
    add_wish(ACTOR, event, entry=event.entries.get(number=3), table=1)
    add_wish(ACTOR, event, entry=event.entries.get(number=5), other=event.entries.get(number=9))
    before = draw_record(drawn(event, count=2, chosen=1))
    after = draw_record(current(moved(event)))
    assert after == before
    assert record_faults(after) == []
    assert faults(after) == []
    assert before["signed"]["chosen"] == {"by": "测试", "reason": "最好"}


def test_a_changed_draft_is_exported_with_its_frozen_list() -> None:
    event = planned(players=17, fillers=3)
    drawn(event, "draft")
    for number in (30, 31):
        entry = event.entries.get(number=1)
        entry.pk, entry.number, entry.name = None, number, f"后到{number}"
        entry.save()
    event.entries.filter(number=2).update(status=Entry.Status.WITHDRAWN)
    replace_player(ACTOR, event, holder=event.entries.get(number=2), by=event.entries.get(number=30), reason="病")
    add_late(ACTOR, current(event), entry=event.entries.get(number=31), reason="飞机晚点")
    before = draw_record(current(event))
    listed = lines_of(before["list"])
    assert (listed[1].name, len(listed)) == ("选手2", 17)
    assert before["players"] == 18
    assert record_faults(before) == []
    assert faults(before) == []
    assert draw_record(current(moved(event))) == before


def test_a_draw_that_is_only_frozen_is_not_exported() -> None:
    event = planned()
    draw = drawn(event, "frozen")
    assert "draws" not in event_document(event)
    assert draw.secret not in json.dumps(event_document(event))


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("draws[0].chart", lambda draw: draw["chart"][0][0].__setitem__(0, draw["chart"][0][0][1])),
        ("draws[0].holders", lambda draw: draw["holders"].pop()),
        ("draws[0].holders[0].player", lambda draw: draw["holders"][0].update(player=99)),
        ("draws[0].state", lambda draw: draw.pop("chart")),
        ("draws[0].list_hash", lambda draw: draw.update(list_hash="x")),
    ],
)
def test_an_invalid_draw_is_refused_with_its_path(where, change) -> None:
    event = planned(players=8, sessions=2)
    drawn(event)
    document = event_document(event)
    document["event"]["id"] = "moved"
    change(document["draws"][0])
    with pytest.raises(FileErrors) as refused:
        read_event(dump(document))
    assert where in [error.path for error in refused.value.errors]


def test_a_generated_event_with_draws_is_exported_unchanged() -> None:
    seeds = [seed for seed in range(20) if "draws" in make_event(seed, 12, 1)][:4]
    for seed in seeds:
        document = make_event(seed, 12, 1)
        import_event(ACTOR, document=read_event(dump(document)))
        assert dump(event_document(Event.objects.get(slug=document["event"]["id"]))) == dump(canonical(document))
