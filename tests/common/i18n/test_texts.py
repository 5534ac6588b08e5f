"""A reader gets a text in the chosen language, else in one that has a text."""

import pytest

from common.i18n.texts import text_for, text_key

LATE = {"zh": "迟到", "en": "Late", "ja": "遅刻"}


def test_the_key_of_a_language_is_that_of_event_files() -> None:
    assert [text_key(code) for code in ("zh-hans", "en", "ja", "fr")] == ["zh", "en", "ja", "fr"]


@pytest.mark.parametrize(
    ("texts", "language", "second", "expected"),
    [
        (LATE, "zh-hans", "en", ("zh", "迟到")),
        (LATE, "en", "en", ("en", "Late")),
        (LATE, "ja", "", ("ja", "遅刻")),
        ({"zh": "迟到"}, "ja", "en", ("zh", "迟到")),
        ({"zh": "迟到", "en": "Late"}, "ja", "en", ("en", "Late")),
        ({"zh": "迟到", "en": "Late"}, "ja", "", ("zh", "迟到")),
        ({"ja": "遅刻"}, "en", "", ("ja", "遅刻")),
        (LATE, "fr", "", ("zh", "迟到")),
        (LATE, "", "en", ("en", "Late")),
        ({"zh": "", "en": "Late"}, "zh-hans", "", ("en", "Late")),
        ({}, "en", "en", ("", "")),
    ],
)
def test_a_missing_language_is_replaced(
    texts: dict[str, str], language: str, second: str, expected: tuple[str, str]
) -> None:
    assert text_for(texts, language, second=second) == expected
