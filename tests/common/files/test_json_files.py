"""Files from outside: each error is refused with its path and a sentence, and nothing is accepted silently."""

import contextlib
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.files.json_files import FileError, FileErrors, check, dump, limited, load, read
from common.files.json_files.errors import path_text


def errors_of(raw, **limits):
    with pytest.raises(FileErrors) as caught:
        load(raw, **limits)
    return [(error.path, error.message) for error in caught.value.errors]


def messages(document, schema):
    return [(error.path, error.message) for error in check(document, schema)]


def test_byte_order_mark_is_accepted():
    assert load(b'\xef\xbb\xbf{"name": "\xe7\x8e\x8b\xe4\xbc\x9f"}') == {"name": "王伟"}


def test_large_file_is_refused_before_parsing():
    assert errors_of(b"[" * 101, max_bytes=100) == [("", "the file is larger than 100 bytes")]


def test_reading_a_stream_stops_one_byte_after_the_limit():
    stream = io.BytesIO(b"x" * 200)
    assert len(read(stream, max_bytes=100)) == 101
    assert stream.tell() == 101


def test_two_hundred_megabytes_are_refused_after_reading_ten():
    stream = io.BytesIO(bytes(200_000_000))
    assert errors_of(read(stream)) == [("", "the file is larger than 10000000 bytes")]
    assert stream.tell() == 10_000_001


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b'{"name": "\xff"}', "the file is not UTF-8 text (byte 11)"),
        ('{"name": "王"}'.encode("utf-16"), "the file is not UTF-8 text (byte 1)"),
        (b'{"a": 1,\n "b" 2}', "this is not JSON: line 2, column 6, at “2}”"),
        (b'{"a": [1, 2', "this is not JSON: it ends too early in line 1, column 12"),
        (b"{} {}", "this is not JSON: line 1, column 4, at “{}”"),
        (b"PK\x03\x04", "this is not JSON: line 1, column 1, at “PK��”"),
        (b'{"a": "x\x00y"}', 'this is not JSON: line 1, column 9, at “�y"}”'),
    ],
)
def test_invalid_json_is_refused_with_line_and_column(raw, message):
    assert errors_of(raw) == [("", message)]


@pytest.mark.parametrize("raw", [b"[" * 5_000_000, b'{"a":' * 100_000, b"[" * 65 + b"]" * 65])
def test_deep_nesting_is_refused_before_parsing(raw):
    (error,) = errors_of(raw)
    assert error[1].startswith("brackets are nested deeper than 64 levels (line 1, column ")


def test_brackets_inside_texts_do_not_count_as_nesting():
    text = '[[" \\" [[[[[[ \\\\", "]]]]{{{"]]'
    assert load(text.encode(), max_depth=2) == [[' " [[[[[[ \\', "]]]]{{{"]]


def test_escaped_quotes_cause_no_backtracking():
    def seconds(escapes):
        started = time.process_time()
        errors_of(b'"' + b'\\"' * escapes)
        return time.process_time() - started

    # Ten times as many take about ten times as long; with backtracking a hundred times.
    assert seconds(4_000_000) < 40 * min(seconds(400_000) for _ in range(3))


def test_duplicate_key_is_reported_with_its_path():
    raw = b'{"event": {"id": "a"}, "players": [{"number": 1, "number": 2, "name": "x"}]}'
    assert errors_of(raw) == [("players[0].number", "the key “number” appears twice in one object")]


def test_duplicate_key_inside_an_overwritten_value_is_refused():
    assert errors_of(b'{"a": {"b": 1, "b": 2}, "a": 3}') == [("a", "the key “a” appears twice in one object")]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'{"a": [1, NaN]}', "NaN is not a JSON number"),
        (b'{"a": [1, -Infinity]}', "-Infinity is not a JSON number"),
        (b'{"a": [1, 1e999]}', "1e999 is too large"),
        (b'{"a": [1, ' + b"1" * 5000 + b"]}", "11111111111111111111… has more than 18 digits"),
        (b'{"a": [1, "\\ud83d"]}', "the text contains a character that cannot be stored"),
        (b'{"a": [1, "x\\u0000"]}', "the text contains a character that cannot be stored"),
    ],
)
def test_values_that_json_allows_silently_are_refused_with_their_path(raw, message):
    assert errors_of(raw) == [("a[1]", message)]


def test_surrogate_pair_is_one_character():
    assert load(b'["\\ud83d\\ude00", "\\\\u0000"]') == ["😀", "\\u0000"]


def test_file_with_ten_thousand_errors_lists_a_hundred():
    errors = errors_of(b"[" + b",".join([b"NaN"] * 10_000) + b"]")
    assert len(errors) == 101
    assert errors[-1] == ("", "and 9900 more")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.text(st.characters(codec="utf-8", exclude_characters="\x00")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="utf-8", exclude_characters="\x00")), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_documents_survive_a_round_trip(value):
    raw = dump(value)
    assert load(raw) == value
    assert dump(load(raw)) == raw


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_give_a_value_or_file_errors(raw):
    with contextlib.suppress(FileErrors):
        assert load(dump(load(raw))) == load(raw)


def test_dump_is_compact_and_keeps_scripts_and_order():
    assert dump({"b": "王伟 é", "a": [1, None]}) == '{"b":"王伟 é","a":[1,null]}'.encode()


SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id"],
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z]+$", "examples": ["open"], "minLength": 1},
        "points": {"type": "integer", "minimum": 8, "maximum": 99},
        "name": {"type": "string", "minLength": 1, "maxLength": 5},
        "seat": {"enum": ["E", "S", None]},
        "day": {
            "type": "string",
            "format": "date",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "examples": ["2018-06-02"],
        },
        "plain": {"type": "string", "pattern": "^[^\\u0000-\\u001F]*$"},
        "format": {"const": "file/1"},
        "many": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": ["integer", "null"]}},
        "inner": {"type": "object", "minProperties": 1, "properties": {}, "additionalProperties": False},
    },
}


@pytest.mark.parametrize(
    ("extra", "path", "message"),
    [
        ({"points": 7}, "points", "7 is less than 8"),
        ({"points": 100}, "points", "100 is more than 99"),
        ({"points": "8"}, "points", "expected a whole number, found text"),
        ({"points": 8.0}, "points", "expected a whole number, found a number with a decimal point"),
        ({"points": True}, "points", "expected a whole number, found true or false"),
        ({"points": None}, "points", "expected a whole number, found null"),
        ({"points": [8]}, "points", "expected a whole number, found a list"),
        ({"name": 5}, "name", "expected text, found a whole number"),
        ({"name": ""}, "name", "the text is empty"),
        ({"name": "abcdef"}, "name", "the text is longer than 5 characters"),
        ({"seat": "e"}, "seat", "“e” is not one of: E, S, null"),
        ({"seat": {"x": 1}}, "seat", "an object is not one of: E, S, null"),
        ({"id": "Open"}, "id", "“Open” has the wrong form; it should look like open"),
        ({"id": "open\n"}, "id", "“open�” has the wrong form; it should look like open"),
        ({"day": "2018-02-30"}, "day", "“2018-02-30” has the wrong form; it should look like 2018-06-02"),
        ({"day": "20180201"}, "day", "“20180201” has the wrong form; it should look like 2018-06-02"),
        ({"day": "２０１８-06-02"}, "day", "“２０１８-06-02” has the wrong form; it should look like 2018-06-02"),
        ({"plain": "a\tb"}, "plain", "“a�b” is blank or contains characters that are not allowed here"),
        ({"format": "file/2"}, "format", "“file/2” is not allowed here, only “file/1”"),
        ({"many": []}, "many", "the list has fewer than 1 items"),
        ({"many": [1, 2, 3]}, "many", "the list has more than 2 items"),
        ({"many": [1, "2"]}, "many[1]", "expected a whole number, found text"),
        ({"inner": {}}, "inner", "the object is empty"),
        ({"foo": 1}, "foo", "unknown key “foo”"),
        ({"inner": {"a b": 1}}, "inner[“a b”]", "unknown key “a b”"),
    ],
)
def test_schema_errors_have_path_and_plain_sentence(extra, path, message):
    assert messages({"id": "open", **extra}, SCHEMA) == [(path, message)]


def test_missing_key_is_reported_at_its_own_path():
    assert messages({}, SCHEMA) == [("id", "is missing")]
    assert messages([], SCHEMA) == [("", "expected an object, found a list")]


def test_one_path_has_at_most_one_error():
    assert messages({"id": ""}, SCHEMA) == [("id", "“” has the wrong form; it should look like open")]


def test_hundred_errors_are_listed_and_the_rest_counted():
    errors = messages({"id": "open", **{f"key{n}": n for n in range(250)}}, SCHEMA)
    assert errors[99:] == [("key99", "unknown key “key99”"), ("", "and 150 more")]


def test_exactly_a_hundred_errors_have_no_counting_line():
    errors = [FileError(str(n), "x") for n in range(3)]
    assert limited(errors, 3) == errors
    assert limited(errors, 2) == [*errors[:2], FileError("", "and 1 more")]


def test_long_value_is_cut_in_a_sentence():
    ((_path, message),) = messages({"id": "X" * 1000}, SCHEMA)
    assert message == "“" + "X" * 39 + "…” has the wrong form; it should look like open"


def test_paths_are_readable():
    assert path_text(("sessions", 0, "tables", 3, "hands", 2, "points")) == "sessions[0].tables[3].hands[2].points"
    assert path_text(()) == ""


def test_errors_as_text_have_path_and_sentence():
    refused = FileErrors([FileError("a.b", "is missing"), FileError("", "the file is empty")])
    assert str(refused) == "a.b: is missing\nthe file is empty"
