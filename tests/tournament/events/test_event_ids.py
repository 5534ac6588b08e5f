"""Event ids proposed from names."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.events.rules.event_ids import LONGEST, proposed_id


@pytest.mark.parametrize(
    ("name", "year", "taken", "proposed"),
    [
        ("Łódź Öpen 2026", None, (), "lodz-open-2026"),
        ("Open", None, {"open", "open-2"}, "open-3"),
        ("麻将公开赛", 2026, (), "event-2026"),
        ("第3届麻将公开赛", 2026, (), "event-3"),
        ("麻雀", None, {"event"}, "event-2"),
        ("  --  ", None, (), "event"),
        ("Straße & Ærø", None, (), "strasse-aero"),
    ],
)
def test_proposed_id_has_the_letters_of_the_name(name, year, taken, proposed):
    assert proposed_id(name, year, taken) == proposed


@given(st.text(max_size=300))
def test_every_proposed_id_is_valid(name):
    first = proposed_id(name, 2026)
    second = proposed_id(name, 2026, {first})
    assert first != second
    for proposed in (first, second):
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", proposed)
        assert len(proposed) <= LONGEST
