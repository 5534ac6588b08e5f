"""The event file of the International Mahjong Rules."""

from typing import Any

import pytest

from common.actions.permissions import system_actor
from common.files.json_files import FileErrors, dump, load
from scoring.event_file.exports import event_file
from scoring.event_file.rules.shape import canonical
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from tests.scoring.game.rules.imj.tables import played
from tests.support.imj import imj_document
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def imported() -> Event:
    import_event(system_actor("test"), document=read_event(dump(imj_document())))
    return Event.objects.get()


def test_the_first_export_holds_every_value_and_the_second_has_the_same_bytes() -> None:
    first = event_file(imported())
    ours = canonical(imj_document())
    assert load(first)["sessions"][0]["tables"] == ours["sessions"][0]["tables"]
    again = load(first)
    again["event"]["id"] = "again"
    import_event(system_actor("test"), document=read_event(dump(again)))
    second = load(event_file(Event.objects.get(slug="again")))
    assert dump(second) == dump(again)


def test_results_are_the_gains_and_nothing_contradicts() -> None:
    event = imported()
    totals = played(5).totals
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=1, table__number=1)
    gains = {
        row.entry.sittings.get(table=sheet.table).seat: row.competition_points
        for row in CountedResult.objects.filter(entry__sittings__table=sheet.table).select_related("entry")
    }
    assert gains == {seat: total - 20_000 for seat, total in totals.items()}
    assert facts_of(sheet).course.over
    assert not Comparison.objects.filter(contradicts=True).exists()


def spoilt(path: str, value: Any) -> dict[str, Any]:
    document: Any = imj_document()
    node = document["sessions"][0]["tables"][0]
    *steps, last = path.split(".")
    for step in steps:
        node = node[int(step)] if step.isdigit() else node[step]
    node[int(last) if last.isdigit() else last] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("hands.0", {"no": 1, "winner": "E", "points": 9}, "the event's game has no points"),
        ("hands.0", {"no": 1, "winner": "E", "fans": 1.25}, "1.25"),
        ("hands.0", {"no": 1, "winner": "E", "fans": 3, "robbed": True}, "a robbed kong without its maker"),
        ("hands.0", {"no": 1, "winner": "E", "fans": 3, "bound": "E"}, "the winner cannot be bound to lose"),
        ("hands.0", {"no": 1, "winner": "E", "discarder": "S", "fans": 3, "false_wins": ["S"]}, "false win"),
        ("hands.0.no", 400, "hand 400 comes before an earlier one is recorded"),
        ("periods.0.places", "ESWW", "does not name each of the four starting seats once"),
        ("rounds", [{"round": 1, "places": "ESWN"}], "the event's game has no rounds"),
    ],
)
def test_errors_are_named(path: str, value: Any, message: str) -> None:
    with pytest.raises(FileErrors) as caught:
        read_event(dump(spoilt(path, value)))
    assert message in " ".join(error.message for error in caught.value.errors)
