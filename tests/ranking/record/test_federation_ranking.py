"""The command that computes a federation's ranking, without a database."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def tournament(name: str, places: list[tuple[str, str, int]], **other: Any) -> dict[str, Any]:
    results = [{"player": player, "country": country, "place": place} for player, country, place in places]
    facts = {"participants": 84, "days": 2, "countries": 10, "qualification": False, "weight": None}
    return {"id": name, "ends": "2025-05-04", **facts, "results": results, **other}


def run(path: Path, document: Any, *options: str, day: str = "2025-06-01") -> Any:
    path.write_text(json.dumps(document))
    answer = io.StringIO()
    call_command("federation_ranking", "--formula=mers", str(path), f"--date={day}", "--json", *options, stdout=answer)
    return json.loads(answer.getvalue())


def test_the_command_prints_weights_players_and_countries(tmp_path):
    events = [
        tournament("one", [("08010039", "NL", 1), ("03000001", "DK", 84)]),
        tournament("two", [("08010039", "NL", 84)], weight="2", ends="2024-05-04"),
    ]
    # Part A: 4000 / (4 + 1 + 3), part B: 4000 / (4 + 3); the old result has weight 1 and base rank 0.
    assert run(tmp_path / "in.json", {"tournaments": events}) == {
        "date": "2025-06-01",
        "tournaments": [{"id": "one", "weight": "4"}, {"id": "two", "weight": "2"}],
        "ranking": [
            {"rank": 1, "player": "08010039", "part_a": "500", "part_b": "571.43", "points": "535.71", "results": 2}
        ],
        "countries": [{"country": "NL", "points": "178.57"}],
    }


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "tournaments: a list"),
        ({"tournaments": [{}]}, "tournaments/0: expected are the keys"),
        ({"tournaments": [tournament("x", [("1", "NL", 85)])]}, "results/0/place: 85 is more than the 84"),
        ({"tournaments": [tournament("x", [("1", "NL", 1), ("1", "NL", 2)])]}, "a player stands here twice"),
        ({"tournaments": [tournament("x", [], weight="no")]}, "weight: null or a number"),
        ({"tournaments": [tournament("x", [], weight="1e999999999")]}, "weight: null or a number"),
        ({"tournaments": [tournament("x", [], id=None)]}, "tournaments/0/id: a text is expected"),
        ({"tournaments": [tournament("x", [(True, "NL", 1)])]}, "results/0/player: a text is expected"),
        ({"tournaments": [tournament("x", [("1", None, 1)])]}, "results/0/country: a text is expected"),
        ({"tournaments": [tournament("\ud800", [])]}, "a character that cannot be stored"),
        ({"tournaments": [tournament("x", [], ends="4/5/2025")]}, "ends: a day such as"),
        ({"tournaments": [tournament("x", [], participants=1)]}, "participants: a whole number from 2"),
        ({"tournaments": [tournament("x", [], qualification=1)]}, "qualification: true or false"),
        ({"tournaments": [tournament("x", [], results=None)]}, "results: a list"),
        ({"tournaments": [tournament("x", [], results=[1])]}, "results/0: expected are the keys"),
    ],
)
def test_a_wrong_file_is_named_by_its_path(tmp_path, document, message):
    with pytest.raises(CommandError, match=message):
        run(tmp_path / "in.json", document)


def test_the_years_of_a_result_are_calendar_years_or_weeks(tmp_path):
    events = [
        tournament("one", [("a", "NL", 1)], ends="2025-05-05"),
        tournament("two", [("a", "NL", 84)], ends="2026-01-01"),
    ]
    [by_days] = run(tmp_path / "in.json", {"tournaments": events}, day="2026-05-06")["ranking"]
    [by_weeks] = run(tmp_path / "in.json", {"tournaments": events}, "--years=weeks", day="2026-05-06")["ranking"]
    assert (by_days["part_b"], by_weeks["part_b"]) == ("250", "400")


def test_nested_without_end_is_no_document(tmp_path):
    (tmp_path / "deep.json").write_text("[" * 100_000)
    with pytest.raises(CommandError, match="nested deeper") as refusal:
        call_command("federation_ranking", "--formula=mers", str(tmp_path / "deep.json"), "--date=2025-06-01", "--json")
    assert refusal.value.returncode == 1


def test_the_last_day_of_all_has_weeks_too(tmp_path):
    events = [tournament("one", [("a", "NL", 1)], ends="9999-12-31")]
    assert run(tmp_path / "in.json", {"tournaments": events}, "--years=weeks", day="9999-12-31")["ranking"] == []
