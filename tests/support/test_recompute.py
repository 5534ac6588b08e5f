"""The oracle and the event generator are correct."""

import json

from tests.support.event_generator import make_event
from tests.support.paths import DATA
from tests.support.recompute import SEATS, scores_of, standings, table_points


def test_the_real_event_has_its_published_standings():
    found = standings(json.loads((DATA / "event_open_2018.json").read_text(encoding="utf-8")))
    expected = json.loads((DATA / "event_open_2018_expected.json").read_text(encoding="utf-8"))
    columns = expected["individual"][0]
    assert [{name: line[name] for name in columns} for line in found["individual"]] == expected["individual"]
    assert found["teams"] == expected["teams"]
    assert found["groups"] == []
    assert found["sessions"] == 7


def by_seat(*points):
    return dict(zip(SEATS, points, strict=True))


def test_shared_places_and_tables_of_three_are_computed():
    assert {seat: str(points) for seat, points in table_points(by_seat(5, 5, 5, -15)).items()} == by_seat(
        "7/3", "7/3", "7/3", "0"
    )
    assert table_points({"E": 5, "W": 7, "N": 5}, "higher") == {"E": 2, "W": 4, "N": 2}


def test_penalties_are_added_to_hands_and_included_in_totals():
    hands = [{"no": 1, "winner": "E", "discarder": "S", "points": 8}, {"no": 2, "winner": None}]
    table = {"seats": by_seat(1, 2, 3, 4), "hands": hands, "penalties": [{"seat": "W", "points": -5}]}
    late = [{"number": 3, "points": -10, "to": 4}]
    assert scores_of(table, late) == by_seat(32, -16, -23, 2)
    assert scores_of(table | {"totals": by_seat(1, 2, 3, 4)}, late) == by_seat(1, 2, 3, 4)
    assert scores_of({"seats": by_seat(1, 2, 3, 4)}) is None


def test_the_same_seed_makes_the_same_event():
    assert make_event(7, 20, 3) == make_event(7, 20, 3)
    assert make_event(7, 20, 3) != make_event(8, 20, 3)


def test_a_quiet_event_is_complete_and_all_players_are_ranked():
    document = make_event(3, 18, 4, odd=False)
    tables = [table for session in document["sessions"] for table in session["tables"]]
    assert {len(table["hands"]) for table in tables} == {16}
    assert {len(table["seats"]) for table in tables} == {4}
    assert all(scores_of({**table, "totals": {}}) == table["totals"] for table in tables)
    assert {line["status"] for line in standings(document)["individual"]} == {"ranked"}
    assert [len(line["sessions"]) for line in standings(document)["individual"]] == [4] * 18


def test_odd_events_have_every_special_case():
    documents = [make_event(seed, 5 + seed, 1 + seed % 5) for seed in range(40)]
    players = [player for document in documents for player in document["players"]]
    sessions = [session for document in documents for session in document["sessions"]]
    tables = [table for session in sessions for table in session["tables"]]
    hands = [hand for table in tables for hand in table.get("hands", [])]
    assert {player.get("kind") for player in players} == {None, "filler", "reserve"}
    assert {player.get("status") for player in players} == {None, "withdrawn", "disqualified"}
    assert {len(table["seats"]) for table in tables} == {3, 4}
    assert {key for table in tables for key in table} == {
        *("number", "seats", "state", "persons", "forfeits", "hands", "totals", "table_points", "penalties", "settled"),
        *("extra_time", "moved", "rounds", "corrections", "fouls", "rulings"),
    }
    assert {"hands" in table for table in tables} == {"totals" in table for table in tables} == {True, False}
    assert {key for hand in hands for key in hand} == {
        *("no", "winner", "discarder", "points", "aborted", "adjustments", "penalties", "disputed", "recorded")
    }
    assert {"released" in session for session in sessions} == {"penalties" in session for session in sessions}
    assert any("stages" in document["event"] for document in documents)
    fouls = [foul for table in tables for foul in table.get("fouls", [])]
    assert {"cancelled", "inadmissible", "notice", "order", "times"} <= {key for foul in fouls for key in foul}
    assert {key for document in documents for key in document} >= {"fouls", "measures"}


def test_a_world_championship_is_generated():
    document = make_event(1, 1000, 10)
    assert len([player for player in document["players"] if "kind" not in player]) == 1000
    assert len(document["sessions"]) == 10
