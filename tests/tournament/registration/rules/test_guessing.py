"""Guessing the columns of a list without headings."""

import pytest

from tests.support.registrations import listed
from tournament.registration.rules.guessing import guessed_mapping
from tournament.registration.selectors.countries import country_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("王伟|中国\n李芳|中国\n佐藤 翔太|日本", {"name": 0, "country": 1}),
        ("1|BAKKER Ans|NED|08990001\n2|EA Félicia|France|04990002", {"name": 1, "country": 2, "federation_number": 3}),
        ("BAKKER|Ans|NL\nEA|Félicia|FR\nROSSI|Anna|IT", {"family_name": 0, "given_name": 1, "country": 2}),
        ("Ans|BAKKER\nFélicia|EA\nAnna|ROSSI", {"family_name": 1, "given_name": 0}),
        ("王伟|WANG Wei\n李芳|LI Fang", {"name": 0, "latin_name": 1}),
        ("Wei Wang|王伟\nFang Li|李芳", {"name": 1, "latin_name": 0}),
        ("7|王伟|选手\n3|李芳|替补", {"number": 0, "name": 1, "kind": 2}),
        ("", {}),
        ("1|2\n3|4", {"number": 0}),
    ],
)
def test_columns_are_guessed_from_their_contents(text: str, expected: dict[str, int]) -> None:
    rows = [line.split("|") for line in text.splitlines()]
    assert guessed_mapping(rows, country_names()) == expected


def test_columns_of_the_136_registrations_are_guessed() -> None:
    people = listed()
    columns = list(people[0])
    mapping = guessed_mapping([[person[name] for name in columns] for person in people], country_names())
    named = {field: columns[at] for field, at in mapping.items()}
    for field in ("country", "federation_number", "team", "group"):
        assert named[field] == field
    assert {"name", "family_name"} & named.keys()
