"""Whole events imported, ranked and exported; the oracle is tests/support/recompute.py."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.actions.permissions import system_actor
from common.files.json_files import dump
from common.files.json_files.errors import FileErrors
from scoring.event_file.exports import event_file
from scoring.event_file.rules import canonical
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import contradictions
from scoring.standings.selectors.document import standings_document
from tests.support.event_generator import make_event
from tests.support.paths import DATA
from tests.support.recompute import standings
from tests.support.small_file import small
from tournament.events.models.events import Event
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person

OPEN_2018 = DATA / "event_open_2018.json"

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def imported(document: dict) -> Event:
    """Import the event of a file through the reader that the command uses."""
    answer = import_event(system_actor("test"), document=read_event(dump(document)))
    assert answer["written"]
    return Event.objects.get(slug=answer["event"])


@pytest.fixture
def open_2018() -> Event:
    return imported(json.loads(OPEN_2018.read_text()))


def test_standings_of_the_real_event_equal_the_published_ones(open_2018: Event) -> None:
    expected = json.loads((DATA / "event_open_2018_expected.json").read_text())
    standings = standings_document(open_2018, live=True)
    for part in ("individual", "teams"):
        keys = expected[part][0].keys()
        assert [{key: line[key] for key in keys} for line in standings[part]] == expected[part]


def test_the_real_event_has_its_known_contradictions(open_2018: Event) -> None:
    discrepancies = list(contradictions(open_2018))
    causes = {
        (comparison.sheet.table.session.number, comparison.sheet.table.number): comparison.cause["code"]
        for comparison in discrepancies
    }
    assert len(discrepancies) == 37
    assert sum("totals-sum" in comparison.kinds for comparison in discrepancies) == 3
    assert {causes[place] for place in ((4, 9), (6, 12), (6, 6))} == {"false-win-in-totals"}
    marked = Comparison.objects.filter(sheet__table__session__event=open_2018, contradicts=False)
    assert sum(comparison.marks == ["totals-only"] for comparison in marked) == 4
    assert sum("shorter" in comparison.marks for comparison in marked) == 19
    assert set(Sheet.objects.values_list("state", flat=True)) == {"confirmed"}


def test_the_real_event_is_exported_unchanged(open_2018: Event) -> None:
    original = json.loads(OPEN_2018.read_text())
    first = event_file(open_2018)
    assert json.loads(first) == original
    assert first == dump(canonical(original))


def test_explicit_defaults_of_a_hand_are_exported_again() -> None:
    document = make_event(3, 8, 2, odd=False)
    hands = document["sessions"][0]["tables"][0]["hands"]
    hands[0] |= {"winner": "E", "discarder": None, "points": 8, "aborted": False}
    hands[1] = {"no": 2, "winner": None, "points": None, "aborted": True}
    event = imported(document)
    assert json.loads(event_file(event)) == canonical(document)
    assert standings_document(event, live=True) == standings(document)


def test_explicit_defaults_in_every_sorted_list_are_exported_again() -> None:
    document = small()
    table = document["sessions"][0]["tables"][0]
    table["persons"][0]["exchanged"] = False
    table["penalties"] = [
        {"seat": "E", "points": -10, "dead": False},
        {"seat": "S", "hand": 4, "points": -10, "dead": False},
    ]
    event = imported(document)
    assert json.loads(event_file(event)) == canonical(document)
    assert not import_event(system_actor("test"), document=read_event(dump(document)))["written"]
    del table["persons"][0]["exchanged"]
    assert not import_event(system_actor("test"), document=read_event(dump(document)))["written"]


def test_several_numbers_of_a_player_travel_and_fill_what_a_known_person_lacks() -> None:
    document = make_event(4, 8, 2)
    document["players"][0] |= {
        "federation_number": "07010002",
        "numbers": [
            {"kind": "ema", "number": "07010002"},
            {"kind": "national", "number": "77", "country": "IT"},
        ],
    }
    document["players"][1]["numbers"] = [{"kind": "jmsa", "number": "JM-2"}]
    known = Person.objects.create(name="Lucia", federation_number="07010002")
    PersonNumber.objects.create(person=known, kind="national", country="IT", number="78", key="78")
    event = imported(document)
    assert set(known.numbers.values_list("kind", "number")) == {("ema", "07010002"), ("national", "78")}
    document["players"][0]["numbers"][1]["number"] = "78"
    assert json.loads(event_file(event)) == canonical(document)


def test_two_players_with_one_number_of_a_federation_are_refused() -> None:
    document = make_event(4, 8, 2)
    for player, number in zip(document["players"], ("JM-2", "jm 2"), strict=False):
        player["numbers"] = [{"kind": "jmsa", "number": number}]
    with pytest.raises(FileErrors, match="the federation number jmsa jm2 appears twice"):
        imported(document)


@contextmanager
def empty_database() -> Iterator[None]:
    """Roll back everything written within the context."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def seen(event: Event) -> tuple:
    """Return everything that an event file determines: exported bytes, standings and contradictions."""
    report = [
        (comparison.sheet.table.session.number, comparison.sheet.table.number, comparison.kinds, comparison.cause)
        for comparison in contradictions(event)
    ]
    return event_file(event), standings_document(event, live=True), report


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9), players=st.integers(4, 40), sessions=st.integers(1, 6))
def test_any_event_is_ranked_like_the_oracle_and_exported_unchanged(
    db: None, seed: int, players: int, sessions: int
) -> None:
    document = make_event(seed, players, sessions)
    with empty_database():
        file, computed, report = seen(imported(document))
    assert computed == standings(document)
    assert json.loads(file) == canonical(document)
    with empty_database():
        assert seen(imported(json.loads(file))) == (file, computed, report)
