"""Classes of events at, under and over every number, for every kind (A9 5.1-5.3)."""

import pytest

from ranking.record.rules.classes import BARS, HIGHEST, EventFigures, classify


def facts(**changes):
    figures = {"players": 80, "sessions": 8, "kind": "world", "rules": "wmo-2014", "sanctioned": True} | changes
    return EventFigures(**figures)


@pytest.mark.parametrize(
    ("kind", "players", "sessions", "letter"),
    [
        ("world", 80, 8, "A"),
        ("world", 81, 9, "A"),
        ("world", 79, 8, "B"),
        ("world", 80, 7, "B"),
        ("continental-championship", 80, 8, "A"),
        ("continental-championship", 79, 8, "B"),
        # A lower kind with higher numbers stays.
        ("continental", 200, 12, "B"),
        ("multinational", 80, 8, "B"),
        ("national", 60, 6, "B"),
        ("national", 61, 7, "B"),
        ("national", 59, 6, "C"),
        ("national", 60, 5, None),
        ("regional", 200, 12, "C"),
        ("friendly", 40, 6, "C"),
        ("web", 100, 10, "C"),
        # A higher kind with lower numbers has the class that its numbers reach.
        ("world", 60, 6, "B"),
        ("world", 59, 8, "C"),
        ("world", 40, 6, "C"),
        ("world", 39, 8, None),
        ("regional", 39, 6, None),
        ("regional", 41, 6, "C"),
        ("world", 200, 5, None),
        ("", 200, 12, None),
    ],
)
def test_the_class_follows_from_numbers_and_kind(kind, players, sessions, letter):
    assert classify(facts(kind=kind, players=players, sessions=sessions)).letter == letter


@pytest.mark.parametrize("rules", ["guobiao", "gb-1998", "imj-0702"])
def test_another_rule_set_has_no_class(rules):
    classification = classify(facts(rules=rules))
    assert (classification.reached, classification.letter, classification.rules_met) == (None, None, False)
    [condition] = [row for row in classification.conditions if row.what == "rule_set"]
    assert (condition.article, condition.need, condition.have, condition.met) == ("A9 5", "wmo-2014", rules, False)


def test_an_unregistered_event_reaches_a_class_and_has_none():
    classification = classify(facts(sanctioned=False))
    assert (classification.reached, classification.letter) == ("A", None)
    assert [row.plain() for row in classification.conditions if not row.met] == [
        {"letter": "", "article": "A9 4.4", "what": "sanction", "need": "yes", "have": "no", "met": False}
    ]


def test_every_condition_states_the_needed_and_the_actual_value():
    classification = classify(facts(players=48, sessions=7, kind="national"))
    assert classification.letter == "C"
    stated = [(row.letter, row.article, row.what, row.need, row.have, row.met) for row in classification.conditions]
    assert [line for line in stated if line[2] in ("players", "sessions")] == [
        ("A", "A9 5.1.1", "players", 80, 48, False),
        ("A", "A9 5.1.1", "sessions", 8, 7, False),
        ("B", "A9 5.2.1", "players", 60, 48, False),
        ("B", "A9 5.2.1", "sessions", 6, 7, True),
        ("C", "A9 5.3.1", "players", 40, 48, True),
        ("C", "A9 5.3.1", "sessions", 6, 7, True),
    ]
    assert [(row.letter, row.article, row.met) for row in classification.conditions if row.what == "kind"] == [
        ("A", "A9 5.1.2", False),
        ("B", "A9 5.2.2", True),
        ("C", "A9 5.3.2-4", True),
    ]


def test_every_kind_of_event_has_a_highest_class():
    from tournament.events.models.events import Event

    assert set(HIGHEST) == set(Event.Scope.values)
    assert [(bar.letter, bar.players, bar.sessions) for bar in BARS] == [("A", 80, 8), ("B", 60, 6), ("C", 40, 6)]
