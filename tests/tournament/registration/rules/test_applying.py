"""The registration period, guardians, and initials for a refused name."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tournament.people.rules import initials, public_name
from tournament.registration.rules.applying import age_on, needs_guardian, window

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("opens", "closes", "state"),
    [
        (None, None, "none"),
        (None, NOON + HOUR, "none"),
        (NOON + HOUR, None, "coming"),
        (NOON, None, "open"),
        (NOON - HOUR, NOON + HOUR, "open"),
        (NOON - HOUR, NOON, "over"),
    ],
)
def test_registration_is_open_from_its_start_and_closed_at_its_end(opens, closes, state):
    assert window(opens, closes, NOON) == state


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        (date(2008, 5, 2), date(2026, 5, 1), 17),
        (date(2008, 5, 1), date(2026, 5, 1), 18),
        (date(2008, 2, 29), date(2026, 2, 28), 17),
        (date(2008, 2, 29), date(2026, 3, 1), 18),
    ],
)
def test_the_age_on_a_day(born, day, age):
    assert age_on(born, day) == age
    assert needs_guardian(born, day, 18) == (age < 18)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("王伟", "王○"),
        ("欧阳娜娜", "欧○"),
        ("佐藤 翔太", "佐○"),
        ("김민준", "김○"),
        ("DE JONG Mattheu", "D. J. M."),
        ("van 't Hoff, Zoë-Ann", "V. T. H. Z. A."),
        ("Щербаков Пётр", "Щ. П."),
        ("👾", "○"),
    ],
)
def test_initials_in_every_script(name, shown):
    assert initials(name) == shown


def test_only_a_refused_consent_hides_a_name():
    assert [public_name("王伟", consent) for consent in (None, True, False)] == ["王伟", "王伟", "王○"]
    assert public_name("", False) == ""
