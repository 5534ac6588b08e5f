"""Changing the settings of an event has the announced effect; rehearsals and their files."""

import pytest

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.files.json_files import FileErrors, dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.event_file.services.rehearsals import rehearse_event
from scoring.releases.services.releasing import release_session
from scoring.setup.selectors.settings_effect import settings_effect
from scoring.setup.services.changing_settings import change_settings
from scoring.sheets.models.results import CountedResult
from scoring.standings.selectors.document import standings_document
from tests.support.cup import cup, taken_in
from tests.support.event_generator import make_event
from tests.support.recompute import standings
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
ACTOR = system_actor("test")
HIGHER = {"scoring": {"ties": "higher"}}


def points(event: Event) -> dict[int, tuple[int, int]]:
    rows = CountedResult.objects.filter(session__event=event)
    return {row.pk: (row.table_points, row.competition_points) for row in rows}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("values", [HIGHER, {"scoring": {"leaver_result": "kept"}}, {"standings": {"group_best": 2}}])
def test_the_announced_effect_of_a_change_is_its_real_effect(seed, values):
    document = make_event(f"effect-{seed}", 16, 3)
    event = taken_in(document)
    effect = settings_effect(event, values)
    before = standings_document(event, live=True)
    counted = {(r.session_id, r.entry_id): (r.table_points, r.competition_points, r.sheet_id) for r in _rows(event)}
    change_settings(ACTOR, event, values=values, reason="decided")
    event = Event.objects.get(pk=event.pk)
    after = standings_document(event, live=True)
    changed = {
        row.sheet_id
        for row in _rows(event)
        if counted[row.session_id, row.entry_id] != (row.table_points, row.competition_points, row.sheet_id)
    }
    assert effect.sheets == len(changed)
    ranks = {line["number"]: line["rank"] for line in before["individual"]}
    assert effect.players == sum(ranks[line["number"]] != line["rank"] for line in after["individual"])


def _rows(event):
    return CountedResult.objects.filter(session__event=event)


def test_a_change_after_a_release_needs_a_reason_and_changes_nothing_without_one():
    event = taken_in(cup(), release=2)
    before = points(event)
    with pytest.raises(Refused) as refused:
        change_settings(ACTOR, event, values=HIGHER)
    assert refused.value.where == "reason"
    assert points(event) == before
    event.ledger.refresh_from_db()
    public = event.ledger.public
    change_settings(ACTOR, event, values=HIGHER, reason="announced in the briefing")
    event.ledger.refresh_from_db()
    assert event.ledger.public == public + 1


def test_a_wrong_value_among_right_ones_changes_nothing():
    event = taken_in(cup())
    with pytest.raises(Refused) as refused:
        change_settings(ACTOR, event, values={"play": {"session_minutes": 90}, "appeals": {"fee_currency": "euro"}})
    assert refused.value.where == "fee_currency"
    event.play_settings.refresh_from_db()
    assert event.play_settings.session_minutes == 120


def test_a_rehearsal_is_exported_as_rehearsal_and_never_released():
    event = taken_in(cup())
    slug = rehearse_event(ACTOR, event)["event"]
    copy = Event.objects.get(slug=slug)
    document = event_document(copy)
    assert document["event"]["rehearsal"] is True
    assert [player["number"] for player in document["players"]] == list(range(1, 12))
    assert [session["tables"] for session in document["sessions"]] == [[], []]
    with pytest.raises(Refused, match="is itself a rehearsal"):
        rehearse_event(ACTOR, copy)
    there = document | {"event": document["event"] | {"id": "elsewhere"}}
    import_event(ACTOR, document=read_event(dump(there)))
    assert Event.objects.get(slug="elsewhere").rehearsal
    played = cup(rehearsal=True, id="played")
    imported = taken_in(played)
    with pytest.raises(Refused, match="its results are never released"):
        release_session(ACTOR, imported.sessions.get(number=1))
    played["sessions"][0]["released"] = "2026-05-01T12:00:00Z"
    with pytest.raises(FileErrors, match="sessions of a rehearsal cannot be released"):
        read_event(dump(played | {"event": played["event"] | {"id": "released"}}))


def test_the_oracle_agrees_on_the_changed_setting():
    document = make_event("oracle", 16, 3, stages=False)
    document["event"].setdefault("settings", {}).setdefault("scoring", {}).pop("ties", None)
    event = taken_in(document)
    change_settings(ACTOR, event, values=HIGHER, reason="decided")
    document["event"]["settings"]["scoring"]["ties"] = "higher"
    expected = standings(document)["individual"]
    individual = standings_document(Event.objects.get(pk=event.pk), live=True)["individual"]
    assert [(line["number"], line["rank"]) for line in individual] == [
        (line["number"], line["rank"]) for line in expected
    ]
