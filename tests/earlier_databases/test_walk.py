"""What the migrations make of earlier databases, also on the way back."""

from collections.abc import Callable

import pytest
from django.db import connection

from tests.conftest import empty_tables
from tests.earlier_databases import announcements, foul_kinds, oath, owners
from tests.earlier_databases.walking import Seen, Stop, walk

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.long]

#: From the newest earlier database to the oldest.
STOPS = [oath.STOP, announcements.STOP, foul_kinds.STOP, owners.STOP]


@pytest.fixture(scope="module")
def walked(django_db_setup, django_db_blocker) -> Callable[[Stop], Seen]:
    """Return what a stop of the walk read."""
    with django_db_blocker.unblock():
        try:
            seen = walk(STOPS)
        finally:
            empty_tables(connection)
    return lambda stop: seen[STOPS.index(stop)]


def test_the_text_of_before_holds_for_every_language(walked: Callable[[Stop], Seen]) -> None:
    seen = walked(oath.STOP)
    assert seen.earlier == ["I promise.", ""]
    assert seen.now == [{"zh": "I promise.", "en": "I promise.", "ja": "I promise."}, {}]


def test_columns_of_announcements_become_texts_and_come_back(walked: Callable[[Stop], Seen]) -> None:
    seen = walked(announcements.STOP)
    assert seen.earlier == [{"zh": "", "en": "", "ja": ""} | texts for texts in announcements.TEXTS]
    expected = [announcements.TEXTS[0], {"zh": "午餐", "en": "Lunch now"}, *announcements.TEXTS[2:]]
    assert seen.now == [list(texts.items()) for texts in expected]


def test_columns_of_foul_kinds_become_texts_and_come_back(walked: Callable[[Stop], Seen]) -> None:
    seen = walked(foul_kinds.STOP)
    assert seen.earlier == [
        ("手机", "Phone", "電話", "响铃", "Rings", "鳴る", 20),
        ("", "", "電話", "", "", "", 20),
        ("", "", "", "", "x" * 300, "", 20),
        ("手机", "Phone", "", "", "", "電話\n鳴る", 20),
    ]
    expected = foul_kinds.KINDS | {"c": ({}, {"en": "x" * 300})}
    assert seen.now == {code: tuple(list(texts.items()) for texts in pair) for code, pair in expected.items()}


def test_the_migration_turns_equal_numbers_into_owners(walked: Callable[[Stop], Seen]) -> None:
    seen = walked(owners.STOP)
    wanted, fouls = seen.at_first
    assert wanted["session"] == [(0, -5, 3)]
    assert wanted["forfeits"] == [("N", None, 4)]
    assert fouls == 4
    assert seen.earlier == [None, 1, 0, None]
    assert seen.now == seen.at_first
