"""Keys of numbers and names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.people.rules import number_key
from tournament.registry.rules.members import name_key, number_keys_of_query

WORDS = st.lists(st.text("abcdeéüñ", min_size=1, max_size=6), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("JM-0123", "jm0123"),
        ("jm 0123", "jm0123"),
        ("０８０１００３９", "08010039"),
        ("08 010 039", "08010039"),
        ("–", ""),
    ],
)
def test_a_number_has_one_key_in_every_spelling(text: str, key: str) -> None:
    assert number_key(text) == key


def test_seven_typed_digits_may_have_lost_their_zero() -> None:
    assert number_keys_of_query("8010039") == {"8010039", "08010039"}
    assert number_keys_of_query("JM-0123") == {"jm0123"}
    assert number_keys_of_query("--") == set()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("DE JONG Mattheu", "mattheu de jong"),
        ("Müller Ana", "ANA MULLER"),
        ("O'NEILL Sean", "Sean ONeill"),
        ("佐藤 翔太", "佐藤翔太"),
        ("Smith-Jones Ann", "Ann Smith Jones"),
    ],
)
def test_one_name_in_two_spellings_has_one_key(first: str, second: str) -> None:
    assert name_key(first) == name_key(second)


def test_east_asian_names_keep_the_order_of_their_characters() -> None:
    assert name_key("王伟") != name_key("伟王")


@given(WORDS, st.randoms())
def test_neither_order_nor_case_of_words_changes_the_key(words: list[str], random) -> None:
    shuffled = list(words)
    random.shuffle(shuffled)
    assert name_key(" ".join(words)) == name_key(" ".join(shuffled).upper())
