"""``manage.py draw_round`` and ``manage.py verify_round``, as used by scripts."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournament.draws.rules.pools import PoolUnit, pool_sizes, pools_document, pools_result
from tournament.draws.rules.rounds import METHODS, PARTS, VERSION

PLAYED = [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19, 99]]]


def document(count: int = 20, **more: Any) -> dict[str, Any]:
    entries = [{"number": n, "rank": n, "table_points": f"{count - n}/3", "competition_points": -n, "team": n // 4,
                "country": "FR", "place_before": 1 + n % 4} for n in range(1, count + 1)]  # fmt: skip
    return {"entries": entries, "played": PLAYED} | more


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(content: Any) -> str:
        file = tmp_path / "round.json"
        file.write_text(json.dumps(content), encoding="utf-8")
        return str(file)

    return write


def printed(*words: str) -> str:
    out = io.StringIO()
    call_command("draw_round", *words, stdout=out, stderr=out)
    return out.getvalue()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        printed(*words)
    assert refusal.value.returncode == 1
    return str(refusal.value)


def test_json_has_the_shape_of_the_interface(written: Any) -> None:
    drawn = json.loads(
        printed("--method", "swiss", "--countries", "allow", "--seed", "x", "--json", written(document()))
    )
    assert list(drawn)[:6] == ["method", "version", "seed", "tables", "vector", "proved"]
    assert (drawn["method"], drawn["version"], drawn["seed"]) == ("swiss", VERSION, "x")
    assert sorted(number for four in drawn["tables"] for number in four) == list(range(1, 21))
    assert [part["what"] for part in drawn["vector"]] == list(PARTS) == [
        "most_meetings", "rematch_pairs", "team_pairs", "country_pairs", "outside_score_group", "rank_spread",
        "apart_pairs", "repeated_floats", "wind_imbalance", "table_repeats",
    ]  # fmt: skip
    assert {part["what"]: part["value"] for part in drawn["vector"]}["rematch_pairs"] == 0


def test_a_bound_that_nobody_knows_is_null_and_not_zero(written: Any) -> None:
    entries = [{"number": n, "rank": n, "place_before": 1} for n in range(1, 49)]
    winds = [[[four, four + 12, four + 24, four + 36] for four in range(1, 13)]] * 3
    file = written({"entries": entries, "played": winds})
    drawn = json.loads(printed("--method", "snake", "--rematch", "avoid", "--seed", "x", "--json", file))
    unknown = {part["what"]: part["value"] for part in drawn["vector"] if part["bound"] is None}
    assert drawn["pattern_distance"] > 0
    assert unknown
    assert all(unknown.values())
    assert drawn["proved"] is False
    text = printed("--method", "snake", "--rematch", "avoid", "--seed", "x", file)
    assert "(no bound is known)" in text


def test_strict_methods_allow_rematches_and_swiss_avoids_them(written: Any) -> None:
    file = written(document())
    strict = json.loads(printed("--method", "fours", "--seed", "x", "--json", file))
    assert [sorted(four) for four in strict["tables"]] == [list(range(n, n + 4)) for n in range(1, 21, 4)]
    apart = json.loads(printed("--method", "fours", "--rematch", "forbid", "--seed", "x", "--json", file))
    assert {part["what"]: part["value"] for part in apart["vector"]}["rematch_pairs"] == 0


def test_frozen_and_bracket_cut_the_ranks(written: Any) -> None:
    frozen = json.loads(printed("--method", "split", "--json", written(document(frozen=8))))
    tables = [[1, 3, 5, 7], [2, 4, 6, 8], [9, 11, 13, 15], [10, 12, 14, 16], [17, 18, 19, 20]]
    assert [sorted(four) for four in frozen["tables"]] == tables
    four = json.loads(printed("--method", "split", "--bracket", "4", "--json", written(document(frozen=8))))
    assert [sorted(table) for table in four["tables"]] == [list(range(n, n + 4)) for n in range(1, 21, 4)]


def test_text_says_what_is_proved(written: Any) -> None:
    text = printed("--method", "fours", "--seed", "x", written(document()))
    assert "rank_spread: 100 (at least 100)" in text
    assert "proved: no draw is better" in text


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(document()).encode()), "ascii"))
    assert "version:" in printed("--method", "lots", "-")


def test_missing_seed_is_made_and_printed(written: Any) -> None:
    file = written(document())
    assert len({json.loads(printed("--method", "lots", "--json", file))["seed"] for _time in range(3)}) == 3


def test_an_impossible_demand_is_named(written: Any) -> None:
    content = document(8, played=[[[1, 2, 3, 4], [5, 6, 7, 8]]])
    assert refused("--method", "fours", "--rematch", "forbid", written(content)) == (
        "1 to 8 in the order of the draw: impossible. Some who have met before must sit together; use avoid instead of "
        "forbid."
    )
    assert "of one country" in refused("--method", "swiss", "--countries", "forbid", written(document()))


ENTRIES = document()["entries"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "the document: must be an object."),
        ({}, "the document: entries is missing."),
        (document() | {"round": 3}, "the document: unknown key round."),
        (document(entries={}), "entries: must be a list."),
        (document(entries=[{"number": 1}]), "entries/0: rank is missing."),
        (document(entries=[{"number": "1", "rank": 1}]), "entries/0/number: must be a whole number of 1 or more."),
        (document(entries=[*ENTRIES, ENTRIES[0]]), "entries/20/number: 1 is listed twice."),
        (document(entries=ENTRIES[:-1]),
         "A draw takes 4 to 2000 players, a multiple of four; the file has 19. Add fillers."),
        (document(entries=[ENTRIES[0] | {"table_points": "7/0"}]),
         "entries/0/table_points: must be a number or a fraction as text, such as 7/3."),
        (document(entries=[ENTRIES[0] | {"table_points": True}]),
         "entries/0/table_points: must be a number or a fraction as text, such as 7/3."),
        (document(entries=[ENTRIES[0] | {"competition_points": "many"}]),
         "entries/0/competition_points: must be a whole number."),
        (document(entries=[ENTRIES[0] | {"team": 1.5}]), "entries/0/team: must be text or a number."),
        (document(entries=[ENTRIES[0] | {"place_before": 5}]),
         "entries/0/place_before: must be a whole number from 1 to 4."),
        (document(played=[[[1, 2, 3]]]), "played/0/0: must hold four numbers."),
        (document(played=[[[1, 2, 3, 4], [4, 5, 6, 7]]]), "played/0: a number sits at two tables."),
        (document(apart=[[1]]), "apart/0: must be a pair of two numbers."),
        (document(apart=[[1, 1]]), "apart/0: must be a pair of two numbers."),
        (document(apart=[[1, 88]]), "apart/0: 1 and 88 must be listed in entries."),
        (document(frozen=6), "A bracket holds a multiple of four players, not 6."),
        (document(frozen="all"), "frozen: must be a whole number of 1 or more."),
    ],
)  # fmt: skip
def test_a_wrong_document_is_refused_with_its_place(written: Any, content: Any, message: str) -> None:
    assert refused("--method", "swiss", written(content)) == message


def test_a_bracket_of_nobody_is_refused(written: Any) -> None:
    message = "A bracket holds a multiple of four players, not 0."
    assert refused("--method", "fours", "--bracket", "0", written(document())) == message


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    for content in ("{", "[" * 100_000, '{"entries": [], "entries": []}', '{"entries": NaN}'):
        file.write_text(content, encoding="utf-8")
        assert "cannot be read" in refused("--method", "swiss", str(file))


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "marked.json"
    file.write_text(json.dumps(document()), encoding="utf-8-sig")
    assert "version:" in printed("--method", "lots", str(file))


def test_points_with_an_exponent_are_refused_before_they_are_computed(written: Any) -> None:
    content = document()
    content["entries"][0]["table_points"] = "1e999999999"
    assert refused("--method", "swiss", written(content)).startswith("entries/0/table_points: must be a number")


@pytest.mark.parametrize(
    "command",
    [
        ["draw_round", "--method=fours", "FILE"], ["draw_chart", "--players=8", "--sessions=1"],
        ["simulate_format", "--players=8", "--runs=1", "FILE"],
    ],
)  # fmt: skip
def test_a_seed_that_is_no_text_is_a_usage_error(command: list[str]) -> None:
    with pytest.raises(CommandError, match="it is not UTF-8 text"):
        call_command(*command, "--seed=\udcff")


def verified(*words: str) -> str:
    out = io.StringIO()
    call_command("verify_round", *words, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def result_of(tmp_path: Path, written: Any) -> Any:
    def draw(content: Any, *words: str) -> tuple[str, dict[str, Any]]:
        file = written(content)
        return file, json.loads(printed(*words, "--seed", "x", "--json", file))

    return draw


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("more", [(), ("--bracket", "8"), ("--numbers", "fresh", "--rematch", "avoid")])
def test_the_verifier_accepts_every_method(tmp_path: Path, result_of: Any, method: str, more: tuple[str, ...]) -> None:
    file, result = result_of(document(24, apart=[[1, 2]]), "--method", method, *more)
    (tmp_path / "result.json").write_text(json.dumps(result), encoding="utf-8")
    assert verified(file, str(tmp_path / "result.json")).splitlines() == [
        "Tables, vector and bounds are as stated.", "Drawn again: the same tables.",
    ]  # fmt: skip


def changed(result: dict[str, Any], what: str, **more: Any) -> dict[str, Any]:
    parts = [part | more if part["what"] == what else part for part in result["vector"]]
    return result | {"vector": parts}


def test_the_verifier_finds_each_change(tmp_path: Path, result_of: Any) -> None:
    file, result = result_of(document(24, frozen=12), "--method", "swiss", "--apart", "avoid")
    tables = [*result["tables"]]
    for wrong, message in [
        (result | {"tables": tables[:-1]}, "everybody must sit once, four at a table"),
        (result | {"order": result["order"][::-1]}, "the order is not that of the ranks"),
        (result | {"tables": [tables[0][:3] + tables[5][3:], *tables[1:5], tables[5][:3] + tables[0][3:]]},
         "table 1 mixes brackets"),
        (changed(result, "rematch_pairs", value=5), "rematch_pairs: 5 stated, 4 counted"),
        (changed(result, "rank_spread", bound=10**6), "rank_spread: the bound 1000000 is not between 0 and the value"),
        (result | {"proved": not result["proved"]}, "proved does not follow from the bounds"),
        (result | {"vector": result["vector"][1:]}, "the vector does not have the parts of the rule"),
        (result | {"pattern_distance": 9}, "pattern_distance: 9 stated, 0 counted"),
        (result | {"seed": "y"}, "drawing again gives another result"),
        ({"tables": []}, "malformed"),
    ]:  # fmt: skip
        (tmp_path / "result.json").write_text(json.dumps(wrong), encoding="utf-8")
        with pytest.raises(CommandError, match=message):
            verified(file, str(tmp_path / "result.json"))


def test_a_result_of_another_version_is_recounted_only(tmp_path: Path, result_of: Any) -> None:
    file, result = result_of(document(16, played=[]), "--method", "snake")
    (tmp_path / "result.json").write_text(json.dumps(result | {"version": "old"}), encoding="utf-8")
    assert "Not drawn again: made by version old" in verified(file, str(tmp_path / "result.json"))


def test_a_document_that_cannot_be_drawn_is_refused_by_the_verifier(tmp_path: Path, result_of: Any) -> None:
    file, result = result_of(document(8, played=[[[1, 2, 3, 4], [5, 6, 7, 8]]]), "--method", "fours")
    strict = result | {"demands": result["demands"] | {"rematch": "forbid"}}
    (tmp_path / "result.json").write_text(json.dumps(strict), encoding="utf-8")
    with pytest.raises(CommandError, match="impossible"):
        verified(file, str(tmp_path / "result.json"))


def test_the_record_of_a_session_is_verified_as_one_file(written: Any, result_of: Any) -> None:
    content = document(24)
    _file, result = result_of(content, "--method", "swiss")
    part = {"stage": 1, "document": content, "result": result}
    tables = result["tables"]
    record = {"session": 2, "version": 1, "tables": tables, "parts": [part]}
    assert verified(written(record)).splitlines() == [
        "Tables, vector and bounds are as stated.", "Drawn again: the same tables.",
    ]  # fmt: skip
    inner = {"version": 1, "before": tables, "gone": tables[0], "come": tables[0]}
    left = {"stage": 1, "document": inner, "result": {"method": "seat", "tables": tables}}
    earlier = [{"version": 1, "tables": tables}]
    assert verified(written(record | {"parts": [left], "earlier": earlier})).splitlines() == [
        "No table was drawn by standings: only the tables of the record were compared."
    ]
    for wrong, message in [
        (record | {"parts": [left]}, "the tables before are not those of the draw before"),
        (record | {"tables": tables[1:]}, "the tables are not those of the parts"),
        (record | {"parts": [part | {"result": changed(result, "rank_spread", value=1)}]}, "rank_spread: 1 stated"),
        ({"tables": []}, "malformed"),
    ]:
        with pytest.raises(CommandError, match=message):
            verified(written(wrong))


@pytest.mark.parametrize("kind", ["snake", "lot"])
def test_pools_are_checked_and_dealt_again(tmp_path: Path, written: Any, kind: Any) -> None:
    units = [PoolUnit(number, "FR" if number < 5 else "") for number in range(1, 17)]
    document = pools_document(units, pool_sizes(16, 4), kind, "players")
    result = pools_result(document, "seed")
    file, stated = written(document), tmp_path / "result.json"

    def checked(content: Any) -> str:
        stated.write_text(json.dumps(content), encoding="utf-8")
        return verified(file, str(stated))

    assert "the same pools" in checked(result)
    with pytest.raises(CommandError, match="country_pairs: 9 stated, 0 counted"):
        checked(result | {"country_pairs": 9})
    with pytest.raises(CommandError, match="dealing again gives other pools"):
        checked(result | {"more": 1})
    with pytest.raises(CommandError, match="malformed"):
        checked({"method": "pools"})
