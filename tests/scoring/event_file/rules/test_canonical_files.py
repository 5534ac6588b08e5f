"""The canonical form of the event file: equal content gives equal text, and stated defaults are restored."""

import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.files.json_files import check, dump, load
from scoring.event_file.rules import canonical, problems, restate, same, schema, stated
from tests.support.event_generator import make_event
from tests.support.small_file import STAGE, T1, T2, small, spoilt

EVENTS = st.builds(make_event, st.integers(0, 10**6), st.integers(4, 30), st.integers(1, 4))


def shuffled(value, rng, node):
    """Return the document with the keys of every object and every sorted list in another order."""
    if isinstance(value, dict):
        keys = rng.sample(list(value), len(value))
        return {key: shuffled(value[key], rng, node["properties"][key]) for key in keys}
    if isinstance(value, list):
        items = [shuffled(item, rng, node["items"]) for item in value]
        return rng.sample(items, len(items)) if "x-sorted-by" in node else items
    return value


@given(EVENTS)
@settings(max_examples=40, deadline=None)
def test_generated_events_are_valid_and_already_canonical(document):
    before = deepcopy(document)
    assert check(document, schema()) == []
    assert list(problems(document)) == []
    once = canonical(document)
    assert document == before
    assert once == document
    assert dump(canonical(load(dump(once)))) == dump(once)


@given(EVENTS, st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_canonical_does_not_depend_on_the_order_of_keys_and_numbered_lists(document, seed):
    other = shuffled(document, random.Random(seed), schema())
    assert dump(canonical(other)) == dump(canonical(document))
    assert same(other, document)


def test_canonical_orders_seats_by_wind_and_keys_as_in_the_schema():
    canonical_file = canonical(
        spoilt(
            f"{T1}.persons", [{"from_hand": 1, "seat": "N", "name": "b"}, {"seat": "E", "from_hand": 2, "name": "a"}]
        )
    )
    assert [list(person) for person in canonical_file["sessions"][0]["tables"][0]["persons"]] == [
        ["seat", "from_hand", "name"]
    ] * 2
    assert [person["seat"] for person in canonical_file["sessions"][0]["tables"][0]["persons"]] == ["E", "N"]
    assert list(canonical({"sessions": [], "players": [], "event": {}, "format": "mcr-event/1"})) == [
        "format",
        "event",
        "players",
        "sessions",
    ]


def test_canonical_omits_empty_values_and_keeps_texts():
    document = spoilt(f"{T1}.hands", [])
    document["event"]["settings"] = {"play": {}}
    document["sessions"][1]["tables"] = []
    canonical_file = canonical(document)
    assert "hands" not in canonical_file["sessions"][0]["tables"][0]
    assert "settings" not in canonical_file["event"]
    assert canonical_file["sessions"][1]["tables"] == []
    assert canonical_file["sessions"][0]["tables"][0]["table_points"]["E"] == "2"


DEFAULTS = [
    ("event.settings", {"play": {"session_minutes": 120}}, [["event", "settings", "play", "session_minutes"]]),
    ("event.stages", [STAGE | {"carry": "full"}], [["event", "stages", 1, "carry"]]),
    ("players[3].kind", "player", [["players", 4, "kind"]]),
    ("players[3].status", "entered", [["players", 4, "status"]]),
    (f"{T2}.state", "confirmed", [["sessions", 2, "tables", 1, "state"]]),
]


@pytest.mark.parametrize(("path", "value", "paths"), DEFAULTS)
def test_a_stated_default_equals_an_omitted_value_and_is_restored(path, value, paths):
    document = spoilt(path, value)
    plain = spoilt(path, [STAGE]) if path == "event.stages" else small()
    assert stated(document) == paths
    assert stated(plain) == []
    assert same(document, plain)
    assert canonical(document) != canonical(plain)
    assert dump(restate(plain, stated(document))) == dump(canonical(document))


@pytest.mark.parametrize(("path", "value"), [("players[3].kind", "reserve"), ("players[3].name", "Other")])
def test_another_value_makes_another_content(path, value):
    assert not same(spoilt(path, value), small())
    assert stated(spoilt(path, value)) == []


def test_an_empty_sheet_without_a_state_is_open():
    empty = {"number": 2, "seats": {"E": 6}}
    written = spoilt("sessions[0].tables[1]", empty | {"state": "open"})
    assert stated(written) == [["sessions", 1, "tables", 2, "state"]]
    assert same(written, spoilt("sessions[0].tables[1]", empty))
    assert not same(written, spoilt("sessions[0].tables[1]", empty | {"state": "confirmed"}))


def test_restating_skips_removed_and_changed_values():
    document = spoilt("players[3].kind", "reserve")
    assert restate(document, [["players", 4, "kind"], ["players", 99, "kind"]]) == canonical(document)
