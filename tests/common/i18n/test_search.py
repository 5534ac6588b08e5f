"""Names are found as people type them."""

import pytest

from common.i18n.search import finds, folded


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
