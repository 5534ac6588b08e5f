"""``manage.py draw_chart`` and ``manage.py verify_draw``, as used by scripts."""

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.draws.rules.draw_lists import everybody_sits, registrations
from tournament.draws.rules import VERSION
from tournament.draws.rules.count_draw import counted, seating_faults
from tournament.draws.rules.records import ListLine, list_text

KEYS = ["players", "sessions", "fillers", "seed", "version", "method", "chart", "quality"]
FIGURES = [
    "repeat_pairs", "repeat_pairs_bound", "max_meetings", "team_meetings", "team_meetings_bound", "country_meetings",
    "country_meetings_bound", "seat_spread", "table_repeats", "common_opponents_min",
]  # fmt: skip


def printed(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=out)
    return out.getvalue()


def drawn(*words: str) -> dict[str, Any]:
    return json.loads(printed("draw_chart", "--json", *words))


@pytest.fixture
def entries(tmp_path: Path) -> Path:
    file = tmp_path / "list.csv"
    lines = [f"{entrant.number},{entrant.team},{entrant.country}" for entrant in registrations()]
    file.write_text("\n".join(["\ufeffNumber,team,country", *lines]), encoding="utf-8")
    return file


@pytest.fixture
def record(tmp_path: Path, entries: Path) -> Path:
    file = tmp_path / "draw.json"
    words = ("draw_chart", "--json", "--players", "136", "--sessions", "8", "--entries", str(entries), "--seed", "s")
    file.write_text(printed(*words), encoding="utf-8")
    return file


def test_json_document_has_its_fixed_shape() -> None:
    document = drawn("--players", "64", "--sessions", "8", "--seed", "x")
    assert list(document) == KEYS
    assert list(document["quality"]) == FIGURES
    assert (document["players"], document["sessions"], document["fillers"], document["seed"]) == (64, 8, 0, "x")
    assert (len(document["chart"]), {len(session) for session in document["chart"]}) == (8, {16})
    assert everybody_sits(document["chart"], 64)


def test_common_opponents_are_null_if_all_meet() -> None:
    assert drawn("--players", "16", "--sessions", "5")["quality"]["common_opponents_min"] is None


def test_missing_seed_is_made_and_printed() -> None:
    seeds = {drawn("--players", "16", "--sessions", "3")["seed"] for _time in range(3)}
    assert len(seeds) == 3


def test_text_output_is_readable() -> None:
    lines = printed("draw_chart", "--players", "18", "--sessions", "2", "--seed", "x").splitlines()
    assert lines[0] == "Session 1 (E S W N)"
    assert len(lines[1].split(":")[1].split()) == 4
    assert "fillers: 2" in lines
    assert "repeat_pairs: 0" in lines


def test_chart_contains_the_numbers_of_the_entries(entries: Path) -> None:
    words = ("--players", "136", "--sessions", "8", "--entries", str(entries))
    document = drawn(*words, "--seed", "a")
    assert (document["quality"]["team_meetings"], document["quality"]["country_meetings"]) == (0, 0)
    assert drawn(*words, "--seed", "a") == document
    assert drawn(*words, "--seed", "b")["chart"] != document["chart"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("number\n1\n2\n3\n4\n", "--players says 5, the file has 4"),
        ("name\nA\n", "one of them number"),
        ("number,number\n1,1\n", "each once"),
        ("number,team\n1,A\nx,B\n", "Line 3"),
        ("number,team\n1,A,too much\n", "Line 2"),
        ("number,apart\n1,2 3\n2,1;3\n", "Line 3"),
        ("number,table\n1,1\n2,A\n", "Line 3"),
        (f"number\n1\n{'9' * 5000}\n", "Line 3"),
        (f"number,table\n1,1\n2,{'9' * 5000}\n", "Line 3"),
        (f"number,apart\n1,\n2,1 {'9' * 5000}\n", "Line 3"),
        ("number\n1\n2\n3\n4\n4\n", "5 was expected, 4 found"),
        ("", "one of them number"),
    ],
)
def test_invalid_list_is_refused_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "list.csv"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(CommandError, match=message):
        drawn("--players", "5", "--sessions", "1", "--entries", str(file))


def test_missing_list_or_wrong_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    with pytest.raises(CommandError, match="cannot be read"):
        drawn("--players", "5", "--sessions", "1", "--entries", str(file))
    file.write_bytes("number,name\n1,Zoë".encode("latin-1"))
    with pytest.raises(CommandError, match="not UTF-8"):
        drawn("--players", "5", "--sessions", "1", "--entries", str(file))


@pytest.mark.parametrize("players", ["-4", str(10**30)])
def test_a_number_of_players_out_of_range_is_named(players: str) -> None:
    with pytest.raises(CommandError, match=f"from 4 to 2000 players, not {players}."):
        drawn("--players", players, "--sessions", "1")


def test_ignored_columns_are_named(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("number,Teams\n1,A\n2,A\n3,B\n4,B\n", encoding="utf-8")
    words = ("draw_chart", "--players", "4", "--sessions", "1", "--entries", str(file), "--seed", "x")
    assert "Columns not read: teams." in printed(*words)


@pytest.mark.parametrize(("players", "sessions"), [("3", "1"), ("16", "0"), ("16", "61"), ("2001", "1")])
def test_impossible_sizes_are_refused(players: str, sessions: str) -> None:
    with pytest.raises(CommandError, match="A draw takes from"):
        drawn("--players", players, "--sessions", sessions)


def test_published_draw_is_verified(record: Path, entries: Path) -> None:
    output = printed("verify_draw", str(record), "--entries", str(entries))
    assert "Seats and figures are as published." in output
    assert "Drawn again from seed and list: the same chart." in output


def test_draws_by_areas_and_other_candidates_are_verified(tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    listed.write_text("number,region\n" + "".join(f"{at},A{at % 4}\n" for at in range(1, 33)), encoding="utf-8")
    words = ("--players", "32", "--sessions", "6", "--entries", str(listed), "--seed", "s")
    charts = [drawn(*words, *more) for more in ((), ("--rule", "areas"), ("--rule", "areas", "--candidate", "2"))]
    assert len({json.dumps(document["chart"]) for document in charts}) == 3
    for document in charts[1:]:
        assert all(len({number % 4 for number in four}) == 4 for session in document["chart"] for four in session)
        record = tmp_path / "draw.json"
        record.write_text(json.dumps(document), encoding="utf-8")
        assert "the same chart" in printed("verify_draw", str(record), "--entries", str(listed))


def test_areas_need_a_list_with_four_regions(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--entries"):
        drawn("--players", "32", "--sessions", "6", "--rule", "areas")
    listed = tmp_path / "list.csv"
    listed.write_text("number,region\n" + "".join(f"{at},A{at % 3}\n" for at in range(1, 33)), encoding="utf-8")
    with pytest.raises(CommandError, match="exactly four regions; 3 found"):
        drawn("--players", "32", "--sessions", "6", "--rule", "areas", "--entries", str(listed))


def test_draw_in_lot_numbers_is_verified(tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    file.write_text(printed("draw_chart", "--json", "--players", "23", "--sessions", "5"), encoding="utf-8")
    assert "the same chart" in printed("verify_draw", str(file))


def test_record_with_list_and_changes_by_hand_is_verified(record: Path, entries: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    lines = [ListLine(entrant.number, "", entrant.team, entrant.country, "") for entrant in registrations()]
    document["list"] = list_text(lines)
    document["changes"] = [{"session": None, "numbers": [1, 136]}, {"session": None, "numbers": [136, 1]}]
    record.write_text(json.dumps(document), encoding="utf-8")
    assert "the same chart" in printed("verify_draw", str(record))


def tampered(record: Path, entries: Path, document: dict[str, Any]) -> str:
    record.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        printed("verify_draw", str(record), "--entries", str(entries))
    return str(refused.value)


@pytest.mark.parametrize("figure", [name for name in FIGURES if not name.endswith("_bound")])
def test_changed_figure_is_detected(record: Path, entries: Path, figure: str) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    document["quality"][figure] = 7
    assert f"{figure}: 7 claimed" in tampered(record, entries, document)


def test_changed_number_is_detected(record: Path, entries: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    four = document["chart"][3][5]
    four[0] = four[0] % 136 + 1
    assert "session 4" in tampered(record, entries, document)


def test_exchanged_seats_are_detected_by_repeating_the_draw(record: Path, entries: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    document["chart"][0], document["chart"][1] = document["chart"][1], document["chart"][0]
    people = {entrant.number: {"team": entrant.team, "country": entrant.country} for entrant in registrations()}
    claimed = document["quality"]
    assert seating_faults(document) == []
    assert all(claimed[name] == figure for name, figure in counted(document["chart"], people).items())
    assert "another chart" in tampered(record, entries, document)


def test_changed_seed_or_list_is_detected(record: Path, entries: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    assert "another chart" in tampered(record, entries, document | {"seed": "t"})
    listed = entries.read_text(encoding="utf-8")
    entries.write_text(listed.replace("136,JP 4,JP", "136,JP 3,JP"), encoding="utf-8")
    assert listed != entries.read_text(encoding="utf-8")
    assert "another chart" in tampered(record, entries, document)


def test_other_version_is_counted_but_not_repeated(record: Path, entries: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8")) | {"version": "pinju-draw/0"}
    record.write_text(json.dumps(document), encoding="utf-8")
    output = printed("verify_draw", str(record), "--entries", str(entries))
    assert f"Not drawn again: made by version pinju-draw/0, this is {VERSION}." in output


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", '{"players": 4}'])
def test_file_without_a_record_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "draw.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(CommandError, match=r"draw\.json"):
        printed("verify_draw", str(file))


@pytest.mark.parametrize("key", ["chart", "quality", "players", "fillers"])
@pytest.mark.parametrize("value", [None, "x", [], [[]], [[[]]], 0])
def test_malformed_record_is_refused(record: Path, entries: Path, key: str, value: object) -> None:
    document = json.loads(record.read_text(encoding="utf-8")) | {key: value}
    if (key, value) != ("fillers", 0):
        assert tampered(record, entries, document)


def test_the_list_is_read_from_standard_input(entries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from_file = drawn("--players", "136", "--sessions", "3", "--seed", "x", "--entries", str(entries))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(entries.read_bytes().replace(b"\n", b"\r\n")), "ascii"))
    assert drawn("--players", "136", "--sessions", "3", "--seed", "x", "--entries", "-") == from_file
