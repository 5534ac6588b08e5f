"""``manage.py simulate_format``, as used by scripts."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

STAGES = [
    {"number": 1, "name": "Qualifying", "first_session": 1, "last_session": 4, "method": "round-robin", "advance": 16},
    {"number": 2, "first_session": 5, "last_session": 5, "method": "split", "carry": "half", "frozen": 16},
]  # fmt: skip


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(name: str, content: Any) -> str:
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
        return str(tmp_path / name)

    return write


def printed(*words: str) -> str:
    out = io.StringIO()
    call_command("simulate_format", "--players", "32", "--runs", "20", "--seed", "x", *words, stdout=out, stderr=out)
    return out.getvalue()


def test_figures_of_two_formats_as_json(written: Any) -> None:
    final = written("final.json", {"sessions": 5, "stages": STAGES})
    plain = written("plain.json", {"event": {"id": "a", "sessions": 6}})
    document = json.loads(printed("--json", "--minutes", "90", final, plain))
    assert (document["players"], document["seed"]) == (32, "x")
    assert [one["file"] for one in document["formats"]] == ["final.json", "plain.json"]
    assert list(document["formats"][0]) == [
        "file", "runs", "best_wins", "rank_correlation", "best_four_in_top_16", "rematch_pairs", "sessions", "hours",
    ]  # fmt: skip
    assert [(one["runs"], one["sessions"], one["hours"]) for one in document["formats"]] == [(20, 5, 7.5), (20, 6, 9.0)]
    assert document["formats"][1]["rematch_pairs"] == 0


def test_text_has_a_column_for_each_format(written: Any) -> None:
    lines = printed(written("a.json", STAGES), written("b.json", {"sessions": 4})).splitlines()
    assert lines[0].split() == ["a.json", "b.json"]
    assert lines[1].split() == ["runs", "20", "20"]
    assert lines[-1] == "seed: x"


def stage(**more: Any) -> dict[str, Any]:
    return {"first_session": 1, "last_session": 4} | more


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("text", "stages: must be a list."),
        ([], "stages: is empty."),
        ({"sessions": 9, "stages": STAGES}, "sessions: is 9, but the last stage ends with 5."),
        ([4], "stages/0: must be an object."),
        ([{"first_session": 1}], "stages/0: last_session is missing."),
        ([stage(last_session=True)], "stages/0/last_session: must be a whole number from 1 to 2000."),
        ([stage(rounds=3)], "stages/0/rounds: is no key of a stage."),
        ([stage(method="chess")], "stages/0/method: must be one of chart, fours, swiss, snake, split, winners, lots."),
        ([stage(bonus=8)], "stages/0/bonus: must be a list of table points by rank."),
        ([stage(bonus=["a"])], "stages/0/bonus: must be a list of table points by rank."),
        ([stage(advance=40)], "stage 1: 40 go on, but only 32 play."),
        ([stage(advance=14), stage(first_session=5, last_session=5)],
         "stage 1: 14 go on, which is no multiple of four."),
        ([stage(), stage(first_session=4)],
         "stage 2: it begins with session 4, which is in the stage before; it should begin with 5."),
        ([stage(who="rest")],
         "stage 1: a consolation needs a stage before, and comes before the stage for the best; "
         "stage 1: only stages for all and for the best can be simulated, not rest."),
        ([stage(), stage(first_session=5, last_session=5, who="named", players=[1, 2, 3, 4])],
         "stage 2: only stages for all and for the best can be simulated, not named."),
    ],
)  # fmt: skip
def test_a_wrong_format_is_refused_with_its_place(written: Any, content: Any, message: str) -> None:
    with pytest.raises(CommandError) as refusal:
        printed(written("f.json", content))
    assert str(refusal.value) == f"f.json: {message}"


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.json cannot be read"):
        printed(str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "30"], "--players must be a multiple of four from 4 to 1000, not 30."),
        (["--runs", "0"], "--runs is from 1 to 100000, --minutes from 1, --spread from 0 to 3."),
    ],
)
def test_numbers_out_of_range_are_refused(written: Any, words: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refusal:
        printed(*words, written("f.json", STAGES))
    assert str(refusal.value) == message


def test_a_fifth_format_is_a_usage_error(written: Any) -> None:
    with pytest.raises(CommandError) as refusal:
        printed(*[written("f.json", STAGES)] * 5)
    assert refusal.value.returncode == 2


def test_a_seed_is_made_and_printed(written: Any) -> None:
    out = io.StringIO()
    call_command("simulate_format", "--players", "8", "--runs", "1", written("f.json", {"sessions": 1}), stdout=out)
    assert len(out.getvalue().splitlines()[-1]) == len("seed: ") + 32
