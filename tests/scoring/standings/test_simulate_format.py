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
        ([stage(rounds=3)], "stages/0/rounds: is not a key of a stage."),
        ([stage(method="chess")],
         "stages/0/method: must be one of chart, fours, swiss, snake, split, winners, lots, knockout, cross."),
        ([stage(method=[])],
         "stages/0/method: must be one of chart, fours, swiss, snake, split, winners, lots, knockout, cross."),
        ([stage(pool_teams="yes")], "stages/0/pool_teams: must be true or false."),
        ([stage(who="named", players=8)], "stages/0/players: must be a list of numbers."),
        ([stage(who="named", players=[[1]])], "stages/0/players: must be a whole number from 1 to 2000."),
        ([stage(bonus=[10**17])], "stages/0/bonus: must be a list of table points by rank."),
        ([stage(bonus=["1e999999999"])], "stages/0/bonus: must be a list of table points by rank."),
        ([stage(bonus=8)], "stages/0/bonus: must be a list of table points by rank."),
        ([stage(bonus=["a"])], "stages/0/bonus: must be a list of table points by rank."),
        ([stage(pooling="dice")], "stages/0/pooling: must be one of snake, lot."),
        ([stage(crossing=4)], "stages/0/crossing: must be a list of ranks."),
        ([stage(crossing=[1, 1, 2, 3])], "stages/0/crossing: must name each rank once."),
        ([stage(pools=9)], "stage 1: 32 players are too few for 9 pools; each needs four."),
        ([stage(pools=3, pool_teams=True), stage(first_session=5, last_session=5)], ""),
        ([stage(advance=40)], "stage 1: 40 go on, but only 32 play."),
        ([stage(advance=14), stage(first_session=5, last_session=5)],
         "stage 2: 14 play in it, which is not a multiple of four."),
        ([stage(), stage(first_session=4)],
         "stage 2: it begins with session 4, which is in the stage before; it should begin with 5."),
        ([stage(who="rest")],
         "stage 1: a consolation needs a stage before, and comes before the stage for the best."),
    ],
)  # fmt: skip
def test_a_wrong_format_is_refused_with_its_place(written: Any, content: Any, message: str) -> None:
    if not message:
        assert "best_wins" in printed(written("f.json", content))
        return
    with pytest.raises(CommandError) as refusal:
        printed(written("f.json", content))
    assert str(refusal.value) == f"f.json: {message}"


def test_pools_of_teams_that_fill_no_tables_are_refused(written: Any) -> None:
    pools = {"pools": 4, "pool_teams": True}
    rule = {"players": 6, "teams": 2}
    final = {"first_session": 5, "last_session": 5, "method": "knockout", "who": "best-of-pools", "count": 1}
    with pytest.raises(CommandError, match="stage 1: teams of 6 do not fill the tables of its pools"):
        printed(written("f.json", [stage(**pools), final | {"knockout": rule, "last_session": 6}]))


def test_a_cross_over_of_pools_is_simulated_from_a_file(written: Any) -> None:
    final = {"first_session": 5, "last_session": 5, "method": "cross", "who": "best-of-pools", "count": 2}
    for crossing in ([], [8, 7, 6, 5, 4, 3, 2, 1]):
        document = [stage(pools=4, pooling="lot"), final | ({"crossing": crossing} if crossing else {})]
        assert "sessions" in printed(written("f.json", document))


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.json cannot be read"):
        printed(str(tmp_path / "none.json"))
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(CommandError, match=r"deep\.json cannot be read: brackets are nested deeper"):
        printed(str(tmp_path / "deep.json"))


def test_standard_input_is_read(written: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from_file = json.loads(printed("--json", written("f.json", STAGES)))["formats"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(STAGES).encode())))
    assert json.loads(printed("--json", "-"))["formats"] == [from_file[0] | {"file": "-"}]


def test_every_kind_of_who_plays_is_simulated(written: Any) -> None:
    fives = {"first_session": 5, "last_session": 5}
    kinds = [
        {"who": "best-of-groups", "count": 4}, {"who": "best-of-countries", "count": 8, "most": 2},
        {"who": "table-winners", "count": 2}, {"who": "named", "players": [1, 2, 3, 4]},
    ]  # fmt: skip
    files = [written(f"{kind['who']}.json", [stage(), fives | kind]) for kind in kinds]
    document = json.loads(printed("--json", "--units", "4", *files))
    assert [one["sessions"] for one in document["formats"]] == [5] * 4
    # Four named at random keep the best from the final in most runs; the best of each group are seldom left out.
    assert document["formats"][3]["best_wins"] < document["formats"][0]["best_wins"]


def test_a_consolation_is_simulated_beside_the_final(written: Any) -> None:
    parallel = [stage(), {"first_session": 5, "last_session": 5, "who": "rest", "method": "fours"},
                {"first_session": 5, "last_session": 5, "who": "best", "count": 8}]  # fmt: skip
    one, two = (json.loads(printed("--json", written(f"{len(part)}.json", part))) for part in (parallel, parallel[::2]))
    assert one["formats"][0]["sessions"] == 5
    # In the last session 24 more play by rank, so more of them have met before.
    assert one["formats"][0]["rematch_pairs"] > two["formats"][0]["rematch_pairs"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--units", "0"], "--units is from 1 to the number of players."),
        (["--players", "30"], "--players must be a multiple of four from 4 to 1000, not 30."),
        (["--runs", "0"], "--runs is from 1 to 100000, --minutes from 1 to 1440, --spread from 0 to 3."),
        (["--minutes", "9" * 400], "--runs is from 1 to 100000, --minutes from 1 to 1440, --spread from 0 to 3."),
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


KNOCKOUT = {"first_session": 5, "last_session": 6, "method": "knockout", "who": "best", "count": 4,
            "knockout": {"teams": 2, "third": True}}  # fmt: skip


def test_formats_with_a_knockout_are_measured_by_teams(written: Any) -> None:
    cup, plain = written("cup.json", [STAGES[0] | {"advance": None}, KNOCKOUT]), written("plain.json", {"sessions": 6})
    document = json.loads(printed("--json", cup, plain))
    assert document["team_size"] == 4
    assert [one["sessions"] for one in document["formats"]] == [6, 6]
    assert [one["best_four_in_top_16"] for one in document["formats"]] == [1, 1]
    assert "measured by teams of 4" in printed(cup)
    assert "team" not in printed(plain)


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ([KNOCKOUT | {"first_session": 1, "last_session": 2}],
         "stage 1: a knock-out needs a stage before, which ranks the teams."),
        ([stage(), KNOCKOUT | {"count": 1}], "stage 2: 1 teams play in it; 2 is the least."),
        ([stage(), KNOCKOUT | {"count": 5, "knockout": {}, "last_session": 5}],
         "stage 2: 5 teams do not fit its bracket; 4 or 6 do."),
        ([stage(), KNOCKOUT | {"last_session": 7}], "stage 2: it has 3 sessions, but its rounds take 2."),
        ([stage(), KNOCKOUT | {"knockout": {"teams": 2, "cross": [1, 2]}}],
         "stage 2: it names 2 positions, but 4 teams play."),
    ],
)  # fmt: skip
def test_a_knockout_that_cannot_be_played_is_refused(written: Any, stages: Any, message: str) -> None:
    with pytest.raises(CommandError) as refusal:
        printed(written("f.json", stages))
    assert str(refusal.value) == f"f.json: {message}"


def test_knockouts_of_different_teams_are_not_compared(written: Any) -> None:
    pairs = KNOCKOUT | {"knockout": {"teams": 2, "players": 2}}
    with pytest.raises(CommandError, match="teams of different sizes"):
        printed(written("a.json", [stage(), KNOCKOUT]), written("b.json", [stage(), pairs]))
