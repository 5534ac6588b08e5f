"""The codes of tables, and the delay after failed attempts with a personal code."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.sheets.rules.codes import (
    FREE_TRIES_EVERYWHERE,
    LETTERS,
    new_player_codes,
    new_screen_access,
    new_table_access,
    next_try_at,
    plain_code,
    spaced,
)

LAST = datetime(2026, 5, 1, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wrong", "minutes"), [(0, None), (4, None), (5, 1), (6, 2), (7, 5), (8, 10), (9, 15), (10, 15), (500, 15)]
)
def test_waits_grow_to_a_quarter_of_an_hour(wrong: int, minutes: int | None) -> None:
    assert next_try_at(wrong, LAST) == (LAST + timedelta(minutes=minutes) if minutes else None)


def test_all_networks_together_have_more_free_attempts() -> None:
    assert next_try_at(FREE_TRIES_EVERYWHERE - 1, LAST, FREE_TRIES_EVERYWHERE) is None
    assert next_try_at(FREE_TRIES_EVERYWHERE, LAST, FREE_TRIES_EVERYWHERE) == LAST + timedelta(minutes=1)


def test_each_table_has_a_token_and_a_code_of_six_characters_of_its_own() -> None:
    access = new_table_access(range(3, 503))
    assert list(access) == list(range(3, 503))
    assert len({table.code for table in access.values()}) == 500
    assert len({table.token for table in access.values()}) == 500
    assert all(len(table.code) == 6 and set(table.code) <= set(LETTERS) for table in access.values())


def test_a_screen_and_players_have_codes_of_their_lengths() -> None:
    screen = new_screen_access()
    assert len(screen.code) == 6
    assert set(screen.code) <= set(LETTERS)
    codes = new_player_codes([3, 8])
    assert list(codes) == [3, 8]
    assert all(len(code) == 4 and code.isdigit() for code in codes.values())


def test_a_code_is_printed_in_halves_and_read_with_any_spaces() -> None:
    assert spaced("7KM2PX") == "7KM 2PX"
    assert plain_code(" 7km-2 px") == "7KM2PX"
