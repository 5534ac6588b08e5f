"""Names are found as people type them."""

import pytest

from common.i18n.search import finds, folded, searched_names, searched_word


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Łukasz ŻÓŁĆ", "lukasz zolc"),
        ("Großmann", "grossmann"),
        ("Åse SØRENSEN", "ase sorensen"),
        ("Ｗａｎｇ　王", "wang 王"),
        ("ĐẶNG Thị Mỹ", "dang thi my"),
        ("ガ", "カ"),
    ],
)
def test_case_accents_and_width_are_folded(text: str, plain: str) -> None:
    assert folded(text) == plain


def test_every_word_of_the_query_must_match() -> None:
    assert finds("rossi it", "ROSSI Anna", "IT")
    assert not finds("rossi fr", "ROSSI Anna", "IT")
    assert finds("", "ROSSI Anna")
    assert finds("さくら", "髙橋 さくら")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("zolc", True), ("ŻÓ", True), ("ol", True), ("lc", True), ("c", True), ("z", True), ("ca", False), ("x", False),
        ("王", True), ("伟", True), ("王伟", True), ("伟王", False), ("王伟王", False), ("ab", False), ("a b", False),
    ],
)  # fmt: skip
def test_each_part_of_a_word_is_found_also_of_one_or_two_letters(query: str, found: bool) -> None:
    assert (searched_word(query) in searched_names("ŻÓŁĆ", "", "王", "伟")) is found
