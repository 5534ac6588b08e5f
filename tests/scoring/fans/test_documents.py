"""Hands as JSON: the format of ``score_hands`` and its error messages."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.calculators.rules.registry import CALCULATORS, scored_document
from scoring.fans.rules import hand_from
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.tiles import parse_tiles, tiles_text
from tests.support.paths import ROOT

WMO = CALCULATORS["wmo-2014"]
# The example of the interface.
EXAMPLE = {
    "melds": [
        {"kind": "chow", "tiles": "123m"},
        {"kind": "pung", "tiles": "EEE"},
        {"kind": "kong", "tiles": "1111p", "concealed": True},
    ],
    "hand": "78m99p",
    "win": "9m",
    "self_drawn": True,
    "last_of_kind": False,
    "wall_last": False,
    "kong": False,
    "seat": "E",
    "round": "E",
    "flowers": 2,
}
READY = {"hand": "1112345678999m", "win": "5m"}


def test_the_answer_has_points_and_named_fans() -> None:
    answer = scored_document(EXAMPLE, WMO)
    assert {key: answer[key] for key in ("winning", "points", "without_flowers", "minimum_met")} == {
        "winning": True,
        "points": 16,
        "without_flowers": 14,
        "minimum_met": True,
    }
    assert answer["fans"][0] == {
        "no": 55,
        "id": "outside-hand",
        "name": {"zh": "全带幺", "en": "Outside Hand", "ja": "全帯幺"},
        "points": 4,
        "count": 1,
    }
    assert [(fan["no"], fan["count"]) for fan in answer["fans"]] == [
        (55, 1), (60, 1), (61, 1), (67, 1), (72, 1), (73, 1), (75, 1), (80, 1), (81, 2),
    ]  # fmt: skip


def test_one_melded_and_one_concealed_kong_is_printed_as_57() -> None:
    melds = [{"kind": "kong", "tiles": "2222m", "concealed": True}, {"kind": "kong", "tiles": "4444p"}]
    document = {"melds": [*melds, {"kind": "chow", "tiles": "678m"}], "hand": "34sNN", "win": "5s"}
    (fan,) = scored_document(document, WMO)["fans"]
    assert (fan["no"], fan["id"], fan["points"]) == (57, "melded-and-concealed-kong", 6)


def test_a_hand_that_does_not_win_has_no_points() -> None:
    assert scored_document(READY | {"win": "5p"}, WMO) == {"winning": False}


def melds(*tiles: str, kind: str = "pung", **more: object) -> dict[str, object]:
    return {"melds": [{"kind": kind, "tiles": tiles_of_meld, **more} for tiles_of_meld in tiles]}


@pytest.mark.parametrize(
    ("document", "error"),
    [
        (READY | {"hand": "11111m2345678m9p"}, "hand: 5 copies of 1m"),
        (READY | {"win": "1m", "hand": "1111m23456789m9p"}, "win: 5 copies of 1m"),
        (melds("111p") | {"hand": "11p34567m23s5s", "win": "E"}, "hand: 5 copies of 1p"),
        (READY | {"hand": "111234567899m"}, "hand: 12 tiles; with 0 melds it takes 13"),
        (READY | {"hand": "11123456789999m"}, "hand: 14 tiles; with 0 melds it takes 13"),
        (READY | melds("EEE"), "hand: 13 tiles; with 1 melds it takes 10"),
        (READY | melds("EEE", "SSS", "WWW", "NNN", "CCC"), "melds: 5 melds; there are at most 4"),
        (READY | {"hand": "0m"}, "hand: “0” at position 1 is not a tile"),
        (READY | {"hand": "123m 4z"}, "hand: “z” at position 7 is not a tile"),
        (READY | {"hand": "12E"}, "hand: “E” at position 3: digits need a suit letter (m, p or s)"),
        (READY | {"hand": "123m45"}, "hand: “45” at position 5: digits need a suit letter (m, p or s)"),
        (READY | {"win": "56m"}, "win: 2 tiles; it takes one"),
        (READY | {"win": ""}, "win: 0 tiles; it takes one"),
        (READY | melds("135m", kind="chow"), "melds[0].tiles: 135m is not a chow"),
        (READY | melds("89m1p", kind="chow"), "melds[0].tiles: 89m1p is not a chow"),
        (READY | melds("ESW", kind="chow"), "melds[0].tiles: ESW is not a chow"),
        (READY | melds("EEE", "EES"), "melds[1].tiles: EES is not a pung"),
        (READY | melds("EEE", kind="kong"), "melds[0].tiles: EEE is not a kong"),
        (READY | melds("", kind="kong"), "melds[0].tiles: “” is not a kong"),
        (READY | melds("EEE", kind="set"), "melds[0].kind: “set” is none of chow, pung, kong"),
        (READY | melds("EEE", concealed=True), "melds[0].concealed: only a kong can be declared and concealed"),
        (READY | melds("EEE", concealed=1), "melds[0].concealed: must be true or false"),
        (READY | {"melds": [{"tiles": "EEE"}]}, "melds[0].kind: missing"),
        (READY | {"melds": [{"kind": "pung"}]}, "melds[0].tiles: missing"),
        (READY | melds("EEE", open=True), "melds[0].open: unknown key"),
        (READY | {"melds": {}}, "melds: must be a list"),
        (READY | {"melds": ["EEE"]}, "melds[0]: must be an object"),
        (READY | {"points": 8}, "points: unknown key"),
        ({"win": "5m"}, "hand: missing"),
        ({"hand": "1m"}, "win: missing"),
        (READY | {"hand": 5}, "hand: must be text"),
        (READY | {"self_drawn": "yes"}, "self_drawn: must be true or false"),
        (READY | {"flowers": 9}, "flowers: 9 flowers; there are 0 to 8"),
        (READY | {"flowers": -1}, "flowers: -1 flowers; there are 0 to 8"),
        (READY | {"flowers": True}, "flowers: must be a whole number"),
        (READY | {"flowers": 1.0}, "flowers: must be a whole number"),
        (READY | {"seat": "C"}, "seat: “C” is none of E, S, W, N"),
        (READY | {"round": "ES"}, "round: “ES” is none of E, S, W, N"),
        (READY | {"seat": 1}, "seat: “1” is none of E, S, W, N"),
        (READY | {"kong": True, "self_drawn": True}, "kong: a replacement tile after a kong, but no kong is declared"),
        (
            READY | {"kong": True},
            "kong: a robbed 5m is the only one that is not in the other's kong, but the hand holds another",
        ),
        (READY | {"last_of_kind": True}, "last_of_kind: the last 5m, but another one is concealed in the hand"),
        ([READY], "line: must be an object"),
        (None, "line: must be an object"),
    ],
)
def test_an_error_names_its_place_and_reason(document: object, error: str) -> None:
    assert scored_document(document, WMO) == {"error": error}


def test_an_error_has_the_position_of_the_character() -> None:
    with pytest.raises(HandError) as caught:
        hand_from(READY | {"hand": "123m x"})
    assert (caught.value.where, caught.value.code, caught.value.at) == ("hand", "no_tile", 5)


def test_tiles_are_written_in_canonical_order() -> None:
    assert tiles_text(parse_tiles(" 1119s ESWN cF".replace("c", "C"))) == "1119sESWNCF"
    assert tiles_text(parse_tiles("3p1m2m")) == "12m3p"
    assert parse_tiles("S1s") == (28, 18)


def run(lines: str, monkeypatch: pytest.MonkeyPatch, *options: str) -> tuple[list[dict], int]:
    """Return the answers and the exit status of the command."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    out, status = io.StringIO(), 0
    try:
        call_command("score_hands", *options, stdout=out)
    except SystemExit as end:
        status = int(end.code or 0)
    except CommandError as error:
        status = error.returncode
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def test_the_command_answers_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = json.dumps(EXAMPLE), json.dumps(READY | {"win": "x"})
    answers, status = run(f"{good}\n{bad}\nnonsense\n\n{good}", monkeypatch)
    assert [list(answer)[0] for answer in answers] == ["winning", "error", "error", "error", "winning"]
    assert answers[0] == answers[4] == scored_document(EXAMPLE, WMO)
    assert status == 1


def test_the_command_takes_a_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"hand": "1112345678999m", "win": "1m", "self_drawn": True})
    for rules, points in (("wmo-2014", 110), ("guobiao", 107), ("gb-1998", 107)):
        answers, status = run(line, monkeypatch, "--rules", rules)
        assert (answers[0]["points"], status) == (points, 0)


def test_an_unknown_rule_set_is_a_usage_error() -> None:
    with pytest.raises(CommandError, match="invalid choice: 'riichi'"):
        call_command("score_hands", "--rules", "riichi")


def test_the_command_reads_a_file_and_refuses_a_missing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hands.jsonl").write_text(json.dumps(EXAMPLE) + "\n", encoding="utf-8")
    answers, status = run("", monkeypatch, str(tmp_path / "hands.jsonl"))
    assert (answers, status) == ([scored_document(EXAMPLE, WMO)], 0)
    assert run("", monkeypatch, str(tmp_path / "none.jsonl")) == ([], 2)


def test_a_duplicate_key_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, status = run('{"hand": "1m", "hand": "2m", "win": "1m"}', monkeypatch)
    assert "error" in answers[0]
    assert status == 1


def test_the_engine_needs_neither_django_nor_numpy() -> None:
    code = "import sys, scoring.fans.rules; print([n for n in sys.modules if n.split('.')[0] in ('django', 'numpy')])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, cwd=ROOT) == "[]\n"


def test_answers_are_utf_8_in_every_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(['{"\\ud800": 1}', '{"中": 1}', json.dumps(EXAMPLE)])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), "ascii"))
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    with pytest.raises(SystemExit):
        call_command("score_hands", stdout=out)
    first, second, third = out.buffer.getvalue().decode().splitlines()  # type: ignore[attr-defined]
    assert json.loads(first) == {"error": "\ud800: unknown key"}
    assert second == '{"error": "中: unknown key"}'
    assert json.loads(third) == scored_document(EXAMPLE, WMO)
