"""The chief referee in the officials' list (2.3.4)."""

import pytest

from tournament.events.rules.officials import is_chief_referee, sole_referee


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("Chief referee", True),
        ("chief REFEREE 裁判长", True),
        ("总裁判长", True),
        ("審判長", True),
        ("総審判長", True),
        ("審判委員長", True),  # the Japanese text of 3.11.4
        ("General Referee", True),  # the English form of A5
        ("Deputy chief referee", False),
        ("副裁判长", False),
        ("副審判長", False),
        ("Referee", False),
        ("裁判员", False),
    ],
)
def test_a_function_names_the_chief_referee(function: str, *, expected: bool) -> None:
    assert is_chief_referee(function) is expected


@pytest.mark.parametrize(
    ("officials", "name"),
    [
        ([], ""),
        ([("A", "chief referee")], "A"),
        ([("A", "Chief Referee"), ("B", "Referee"), ("C", "scorekeeper")], "B"),
        ([("A", "裁判长"), ("B", "裁判员"), ("C", "裁判员")], ""),
        ([("A", "審判長"), ("B", "記録係")], "A"),
        ([("A", "organizer")], ""),
    ],
)
def test_the_only_referee(officials: list[tuple[str, str]], name: str) -> None:
    assert sole_referee(officials) == name
