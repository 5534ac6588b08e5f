"""The European federation: weights of known events, and the conditions for certification."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.federation.rules import Tournament, ask_by, certification, observer_by, weight_of


@pytest.mark.parametrize(
    ("days", "players", "countries", "qualification", "weight"),
    [
        (2, 84, 8, False, "7/2"),
        (2, 84, 10, False, "4"),
        (2, 33, 4, False, "2"),
        (1, 40, 5, False, "1"),
        (3, 41, 6, False, "4"),
        (3, 80, 9, False, "4"),
        (5, 81, 10, True, "6"),
    ],
)
def test_the_weight_of_known_events_and_limits(days, players, countries, qualification, weight):
    assert weight_of(days, players, countries, qualification=qualification).total == Fraction(weight)


def tournament(**changes) -> Tournament:
    """Return a tournament of two days that meets every condition with nothing to spare."""
    whole = {"days": 2, "players": 18, "countries": ["NL"] * 10 + ["CZ", "IE", "LV", "NO", "RO", "UA", "JP", ""]}
    return Tournament(**whole | {"minutes": [120] * 6, "observer": True} | changes)


def test_a_tournament_that_meets_every_condition():
    assert [check.held for check in certification(tournament())] == [True] * 5
    assert tournament().weight(qualification=False).total == Fraction(5, 2)


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({"countries": ["NL"] * 15 + ["JP"] * 5}, "players"),
        ({"minutes": [120] * 5}, "sessions"),
        ({"minutes": [120] * 5 + [119]}, "minutes"),
        ({"days": 1, "minutes": [90] * 3}, "sessions"),
        ({"days": 1, "minutes": [89] * 4}, "minutes"),
        ({"days": 3, "minutes": [120] * 8}, "sessions"),
        ({"days": 4, "minutes": [120] * 8}, "sessions"),
        ({"observer": False}, "observer"),
    ],
)
def test_the_condition_that_a_tournament_misses(changes, missed):
    assert [check.condition for check in certification(tournament(**changes)) if not check.held] == [missed]


def test_without_days_nothing_is_said_about_sessions():
    checks = {check.condition: check.held for check in certification(tournament(days=None))}
    assert checks == {"days": None, "players": True, "sessions": None, "minutes": None, "observer": True}
    assert tournament(days=None).weight(qualification=True) is None
    assert tournament(players=0).weight(qualification=True) is None


@pytest.mark.parametrize(
    ("starts", "last"),
    [
        (date(2026, 5, 16), date(2026, 2, 16)),
        (date(2026, 5, 31), date(2026, 2, 28)),
        (date(2026, 3, 1), date(2025, 12, 1)),
    ],
)
def test_the_last_days_for_request_and_observer(starts, last):
    assert ask_by(starts) == last
    assert (starts - observer_by(starts)).days == 14
