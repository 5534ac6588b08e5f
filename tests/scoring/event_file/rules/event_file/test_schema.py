"""The schema of the event file: wrong values, required keys, and the schema itself."""

import json

import pytest

from common.files.json_files import check
from scoring.event_file.rules import published_schema, schema
from tests.scoring.event_file.rules.event_file.values import HAND
from tests.support.small_file import T1, small, spoilt


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("format", "mcr-event/2", "“mcr-event/2” is not allowed here, only “mcr-event/1”"),
        (f"{T1}.seats.X", 7, "unknown key “X”"),
        (f"{HAND}.points", 7, "7 is less than 8"),
        (f"{HAND}.points", "8", "expected a whole number, found text"),
        (f"{HAND}.points", 8.0, "expected a whole number, found a number with a decimal point"),
        (f"{HAND}.points", True, "expected a whole number, found true or false"),
        (f"{HAND}.points", 10_000, "10000 is more than 9999"),
        (f"{HAND}.winner", "X", "“X” is not one of: E, S, W, N, null"),
        (f"{HAND}.discarder", "X", "“X” is not one of: E, S, W, N, null"),
        (f"{HAND}.aborted", 1, "expected true or false, found a whole number"),
        (f"{HAND}.no", 0, "0 is less than 1"),
        (f"{HAND}.fouls", [], "unknown key “fouls”"),
        (f"{T1}.seats.E", "1", "expected a whole number, found text"),
        (f"{T1}.seats", {}, "the object is empty"),
        (f"{T1}.totals.E", 1.5, "expected a whole number, found a number with a decimal point"),
        (f"{T1}.totals.E", 10**17, "100000000000000000 is more than 10000000"),
        (f"{T1}.table_points.E", 4, "expected text, found a whole number"),
        (f"{T1}.table_points.E", "1/0", "“1/0” has the wrong form; it should look like 7/3"),
        (f"{T1}.table_points.E", "2,33", "“2,33” has the wrong form; it should look like 7/3"),
        (f"{T1}.state", "done", "“done” is not one of: open, checked, signed, confirmed"),
        ("sessions[0].released", True, "expected text, found true or false"),
        (
            "sessions[0].released",
            "2024-02-30T10:00:00Z",
            "“2024-02-30T10:00:00Z” has the wrong form; it should look like 2018-06-03T16:20:00Z",
        ),
        (
            "sessions[0].released",
            "2024-02-29T10:00:00+01:00",
            "“2024-02-29T10:00:00+01:00” has the wrong form; it should look like 2018-06-03T16:20:00Z",
        ),
        ("event.id", "../x", "“../x” has the wrong form; it should look like open-2018"),
        ("event.id", "small\n", "“small�” has the wrong form; it should look like open-2018"),
        ("event.rules", "riichi", "“riichi” is not one of: wmo-2014, guobiao, gb-1998, imj-0702"),
        ("event.starts", "2018-6-2", "“2018-6-2” has the wrong form; it should look like 2018-06-02"),
        ("event.class", "D", "“D” is not one of: A, B, C, none"),
        ("event.settings", {"play": {"at_time": "wait"}}, None),
        ("players[0].name", "", "the text is empty"),
        ("players[0].name", "\u3000", "“�” is blank or contains characters that are not allowed here"),
        ("players[0].name", "a\x1b[31mb", "“a�[31mb” is blank or contains characters that are not allowed here"),
        ("players[0].name", "x" * 201, "the text is longer than 200 characters"),
        ("players[0].birth_date", "1970-01-01", "unknown key “birth_date”"),
        ("players[0].country", "es", "“es” has the wrong form; it should look like ES"),
        ("players[0].kind", "bot", "“bot” is not one of: player, filler, reserve"),
        ("players", {}, "expected a list, found an object"),
        ("signatures", [], "unknown key “signatures”"),
    ],
)
def test_the_schema_refuses_wrong_values(path, value, message):
    errors = [(error.path, error.message) for error in check(spoilt(path, value), schema())]
    if message is None:
        path, message = "event.settings.play.at_time", "“wait” is not one of: stop, finish, round"
    assert errors == [(path, message)]


@pytest.mark.parametrize("path", ["format", "event", "players", "sessions"])
def test_required_keys_are_named(path):
    document = small()
    del document[path]
    assert [(error.path, error.message) for error in check(document, schema())] == [(path, "is missing")]


def nodes(node, path="schema"):
    yield path, node
    for key, inner in node.get("properties", {}).items():
        yield from nodes(inner, f"{path}.{key}")
    if "items" in node:
        yield from nodes(node["items"], f"{path}[]")


def test_the_schema_describes_every_key_and_uses_only_keywords_with_a_message():
    words = {"type", "enum", "const", "pattern", "format", "properties", "required", "additionalProperties", "items"}
    words |= {"minimum", "maximum", "minLength", "maxLength", "minProperties", "minItems", "maxItems", "multipleOf"}
    notes = {"$schema", "$id", "$comment", "title", "description", "examples", "default", "x-sorted-by"}
    for path, node in nodes(schema()):
        assert node.get("description"), path
        assert set(node) <= words | notes, path
        assert node.get("additionalProperties") is False or node.get("type") != "object", path
        assert set(node.get("required", ())) <= set(node.get("properties", {})), path


def test_the_schema_is_a_valid_json_schema():
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(json.loads(published_schema()))


@pytest.mark.parametrize(
    "path",
    [
        "sessions.tables.rulings.decision", "sessions.tables.rulings.reason", "sessions.tables.fouls.notice.text",
        "draws.terms", "draws.method", "draws.engine", "draws.choice_reason",
        "draws.reason",
    ],
)  # fmt: skip
def test_a_text_that_an_export_would_leave_out_is_refused(path):
    node = schema()
    for key in path.split("."):
        node = node.get("items", node)["properties"][key]
    assert [error.message for error in check("", node)] == ["the text is empty"]
    assert check("a", node) == []


def test_table_points_of_a_rank_are_divided_by_a_number():
    [points] = [node for path, node in nodes(schema()) if path.endswith(".bonus[]")]
    assert [check(text, points) for text in ("8", "-2.5", "1/10")] == [[], [], []]
    assert all(check(text, points) for text in ("1/0", "1/00", "1e9", "1/-2"))
