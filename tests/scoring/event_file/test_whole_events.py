"""Whole events through the database: taken in, ranked, given back. The oracle is tests/support/recompute.py."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.actions.permissions import system_actor
from common.files.json_files import dump
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
from tournament.events.models.events import Event

OPEN_2018 = DATA / "event_open_2018.json"

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def taken_in(document: dict) -> Event:
    """The event of a file, through the same reader as the command."""
    answer = import_event(system_actor("test"), document=read_event(dump(document)))
    assert answer["written"]
    return Event.objects.get(slug=answer["event"])


@pytest.fixture
def open_2018() -> Event:
    return taken_in(json.loads(OPEN_2018.read_text()))


def test_standings_of_the_real_event_are_the_published_ones(open_2018: Event) -> None:
    expected = json.loads((DATA / "event_open_2018_expected.json").read_text())
    found = standings_document(open_2018, live=True)
    for part in ("individual", "teams"):
        keys = expected[part][0].keys()
        assert [{key: line[key] for key in keys} for line in found[part]] == expected[part]


def test_contradictions_of_the_real_event(open_2018: Event) -> None:
    found = list(contradictions(open_2018))
    causes = {(one.sheet.table.session.number, one.sheet.table.number): one.cause["code"] for one in found}
    assert len(found) == 37
    assert sum("totals-sum" in one.kinds for one in found) == 3
    assert {causes[place] for place in ((4, 9), (6, 12), (6, 6))} == {"false-win-in-totals"}
    marked = Comparison.objects.filter(sheet__table__session__event=open_2018, contradicts=False)
    assert sum(one.marks == ["totals-only"] for one in marked) == 4
    assert sum("shorter" in one.marks for one in marked) == 19
    assert set(Sheet.objects.values_list("state", flat=True)) == {"confirmed"}


def test_the_real_event_comes_back_as_it_was(open_2018: Event) -> None:
    original = json.loads(OPEN_2018.read_text())
    first = event_file(open_2018)
    assert json.loads(first) == original
    assert first == dump(canonical(original))


def test_what_a_hand_spells_out_comes_back_spelled_out() -> None:
    document = make_event(3, 8, 2, odd=False)
    hands = document["sessions"][0]["tables"][0]["hands"]
    hands[0] |= {"winner": "E", "discarder": None, "points": 8, "aborted": False}
    hands[1] = {"no": 2, "winner": None, "points": None, "aborted": True}
    event = taken_in(document)
    assert json.loads(event_file(event)) == canonical(document)
    assert standings_document(event, live=True) == standings(document)


@contextmanager
def empty_database() -> Iterator[None]:
    """What is written inside is gone after."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def seen(event: Event) -> tuple:
    """Everything that an event's file decides: its own bytes, standings and contradictions."""
    report = [
        (one.sheet.table.session.number, one.sheet.table.number, one.kinds, one.cause) for one in contradictions(event)
    ]
    return event_file(event), standings_document(event, live=True), report


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9), players=st.integers(4, 40), sessions=st.integers(1, 6))
def test_any_event_is_ranked_as_the_oracle_says_and_travels_unchanged(
    db: None, seed: int, players: int, sessions: int
) -> None:
    document = make_event(seed, players, sessions)
    with empty_database():
        file, found, report = seen(taken_in(document))
    assert found == standings(document)
    assert json.loads(file) == canonical(document)
    with empty_database():
        assert seen(taken_in(json.loads(file))) == (file, found, report)
