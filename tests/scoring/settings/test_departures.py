"""What departs from the text: a value that the text allows is none, one that it excludes is against the rules."""

from typing import Any

import pytest

from scoring.settings.models.appeals import AppealSettings
from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.settings.models.penalties import PenaltySettings
from scoring.settings.models.scoring import ScoringSettings
from scoring.settings.models.standings import StandingsSettings
from tournament.events.models.settings import PlaySettings
from tournament.registration.models.settings import RegistrationSettings

AGAINST, SILENT = True, False


def departures(group: type[Any], **values: Any) -> dict[str, bool]:
    return {departure.field.name: departure.against for departure in group(**values).departures()}


@pytest.mark.parametrize("group", SETTINGS_GROUPS.values())
def test_the_default_settings_are_no_departure(group: type[Any]) -> None:
    assert departures(group) == {}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"session_minutes": 110}, {}),
        ({"session_minutes": 135}, {}),
        ({"session_minutes": 136}, {"session_minutes": AGAINST}),
        ({"session_minutes": 200}, {"session_minutes": AGAINST}),
        ({"session_minutes": 150, "break_minutes": 0}, {}),
        ({"break_minutes": 5}, {}),
        ({"break_minutes": 16}, {"break_minutes": AGAINST}),
        ({"break_minutes": 100}, {"break_minutes": AGAINST, "session_minutes": AGAINST}),
        ({"notice_minutes": 10}, {"notice_minutes": AGAINST}),
        ({"at_time": "finish"}, {"at_time": AGAINST}),
    ],
)
def test_time_is_inside_or_outside_3_5_6(values: dict[str, Any], expected: dict[str, bool]) -> None:
    assert departures(PlaySettings, **values) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"fee": 1500, "fee_currency": "CNY"}, {}),
        ({"fee": 0, "fee_currency": "CNY"}, {"fee": AGAINST}),
        ({"fee": 100}, {"fee": AGAINST}),
        ({"appeal_minutes": 20}, {"appeal_minutes": AGAINST}),
        ({"appeal_minutes": 45}, {"appeal_minutes": AGAINST}),
        ({"second_minutes": 60}, {"second_minutes": SILENT}),
        ({"fee_inadmissible": "kept"}, {"fee_inadmissible": SILENT}),
    ],
)
def test_the_fee_may_be_in_another_currency_of_3_12_2(values: dict[str, Any], expected: dict[str, bool]) -> None:
    assert departures(AppealSettings, **values) == expected


@pytest.mark.parametrize(
    ("group", "values", "expected"),
    [
        (PenaltySettings, {"false_win": "burnt"}, {"false_win": AGAINST}),  # 3.11.6.6
        (PenaltySettings, {"repetition": "session"}, {"repetition": AGAINST}),  # 3.11.6.3-5
        (PenaltySettings, {"flower_discard": "refused"}, {"flower_discard": SILENT}),  # 3.8.1 no. 81 against A1
        (ScoringSettings, {"ties": "higher"}, {"ties": SILENT}),  # 3.9.2
        (ScoringSettings, {"electronic_approved_by": "组委会", "second_entry": "totals"}, {}),
        (StandingsSettings, {"team_sessions": 4}, {"team_sessions": SILENT}),
        (StandingsSettings, {"last_session": "ceremony"}, {}),
        (PlaySettings, {"sign_in": "session"}, {}),  # 3.5.7.1
        (PlaySettings, {"incomplete_tables": "three-players"}, {"incomplete_tables": AGAINST}),  # 3.5.2
        (RegistrationSettings, {"capacity": 88}, {}),
    ],
)
def test_where_the_text_is_silent_a_choice_departs_but_is_not_against_the_rules(
    group: type[Any], values: dict[str, Any], expected: dict[str, bool]
) -> None:
    assert departures(group, **values) == expected
