"""What the migrations make of earlier databases, also on the way back."""

import pytest
from django.db import connection

from tests.conftest import empty_tables
from tests.earlier_databases import announcements, foul_kinds, oath, owners, second_game
from tests.earlier_databases.walking import Seen, walk

pytestmark = [pytest.mark.django_db, pytest.mark.long]

#: The test of each earlier database, from the newest to the oldest.
STOPS = {
    "test_the_text_of_before_holds_for_every_language": oath.STOP,
    "test_events_of_the_competition_rules_are_unchanged_after_the_migrations_of_the_second_game": second_game.STOP,
    "test_columns_of_announcements_become_texts_and_come_back": announcements.STOP,
    "test_columns_of_foul_kinds_become_texts_and_come_back": foul_kinds.STOP,
    "test_the_migration_turns_equal_numbers_into_owners": owners.STOP,
}


@pytest.fixture(scope="module")
def walked(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker) -> dict[str, Seen]:
    """Walk to the earlier databases of the selected tests; return what was read, by test."""
    selected = {item.name for item in request.session.items}
    stops = {test: stop for test, stop in STOPS.items() if test in selected}
    with django_db_blocker.unblock():
        try:
            return dict(zip(stops, walk(stops.values()), strict=True))
        finally:
            empty_tables(connection)


@pytest.fixture
def seen(request: pytest.FixtureRequest, walked: dict[str, Seen]) -> Seen:
    return walked[request.node.name]


@pytest.mark.database
def test_the_text_of_before_holds_for_every_language(seen: Seen) -> None:
    assert seen.earlier == ["I promise.", ""]
    assert seen.now == [{"zh": "I promise.", "en": "I promise.", "ja": "I promise."}, {}]


@pytest.mark.database
def test_events_of_the_competition_rules_are_unchanged_after_the_migrations_of_the_second_game(seen: Seen) -> None:
    assert not {"robbed", "bound", "false_wins"} & seen.earlier
    (document, _terms), now = seen.at_first, seen.now
    assert now == (document, (0, 15, 20_000))


@pytest.mark.database
def test_columns_of_announcements_become_texts_and_come_back(seen: Seen) -> None:
    assert seen.earlier == [{"zh": "", "en": "", "ja": ""} | texts for texts in announcements.TEXTS]
    expected = [announcements.TEXTS[0], {"zh": "午餐", "en": "Lunch now"}, *announcements.TEXTS[2:]]
    assert seen.now == [list(texts.items()) for texts in expected]


@pytest.mark.database
def test_columns_of_foul_kinds_become_texts_and_come_back(seen: Seen) -> None:
    assert seen.earlier == [
        ("手机", "Phone", "電話", "响铃", "Rings", "鳴る", 20),
        ("", "", "電話", "", "", "", 20),
        ("", "", "", "", "x" * 300, "", 20),
        ("手机", "Phone", "", "", "", "電話\n鳴る", 20),
    ]
    expected = foul_kinds.KINDS | {"c": ({}, {"en": "x" * 300})}
    assert seen.now == {code: tuple(list(texts.items()) for texts in pair) for code, pair in expected.items()}


def test_the_migration_turns_equal_numbers_into_owners(seen: Seen) -> None:
    wanted, fouls = seen.at_first
    assert wanted["session"] == [(0, -5, 3)]
    assert wanted["forfeits"] == [("N", None, 4)]
    assert fouls == 4
    assert seen.earlier == [None, 1, 0, None]
    assert seen.now == seen.at_first
