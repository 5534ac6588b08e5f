"""Days are read and written as people write them."""

from datetime import date

import pytest
from django.utils.translation import override

from common.i18n.days import TwoDaysError, day_range, read_day

LAST_OF_MAY = (
    "2024-05-31",
    "2024/5/31",
    "2024. 5. 31.",
    "20240531",
    "2024年5月31日",
    "２０２４年５月３１日",
    "2024 年 5 月 31 日",
    "令和6年5月31日",
    "31.5.2024",
    "31. 05. 2024",
    "31/05/2024",
    "5/31/2024",
    "31-5-2024",
    " 31  May 2024 ",
    "31st may, 2024",
    "May 31, 2024",
    "MAY 31st 2024",
)


@pytest.mark.parametrize("text", LAST_OF_MAY)
def test_a_day_is_read_in_every_common_form(text: str) -> None:
    assert read_day(text) == date(2024, 5, 31)


def test_months_may_be_short_and_eras_begin_with_a_first_year() -> None:
    assert read_day("3 Sept. 1987") == date(1987, 9, 3)
    assert read_day("平成元年1月8日") == date(1989, 1, 8)
    assert read_day("昭和64.1.7") == date(1989, 1, 7)
    assert read_day("5/5/2024") == date(2024, 5, 5)


def test_a_text_that_may_be_two_days_names_both() -> None:
    with pytest.raises(TwoDaysError) as both:
        read_day("1/5/2024")
    assert both.value.days == (date(2024, 5, 1), date(2024, 1, 5))


@pytest.mark.parametrize("text", ["", "soon", "2024-13-01", "31.2.2024", "12 Maybe 2024", "0/5/2024", "1.5.24", "2024"])
def test_other_texts_are_no_days(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_day(text)


RANGES = [
    ("2026-12-05", "2026-12-06", "5–6 December 2026", "2026年12月5日至6日", "2026年12月5日～6日"),
    ("2026-11-30", "2026-12-02", "30 November – 2 December 2026", "2026年11月30日至12月2日", "2026年11月30日～12月2日"),
    ("2026-12-31", "2027-12-31", "31 December 2026 – 31 December 2027", "2026年12月31日至2027年12月31日",
     "2026年12月31日～2027年12月31日"),
    ("2026-12-05", "2026-12-05", "5 December 2026", "2026年12月5日", "2026年12月5日"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "last", "english", "chinese", "japanese"), RANGES)
def test_days_are_one_short_text_in_every_language(
    first: str, last: str, english: str, chinese: str, japanese: str
) -> None:
    days = date.fromisoformat(first), date.fromisoformat(last)
    for language, text in (("en", english), ("zh-hans", chinese), ("ja", japanese)):
        with override(language):
            assert day_range(*days) == text


def test_narrow_columns_have_short_months() -> None:
    for language, text in (("en", "5–6 Dec 2026"), ("zh-hans", "2026年12月5日至6日"), ("ja", "2026/12/05～06")):
        with override(language):
            assert day_range(date(2026, 12, 5), date(2026, 12, 6), "SHORT_DATE_FORMAT") == text


def test_days_that_are_not_known_are_left_out() -> None:
    with override("en"):
        assert day_range(None, date(2026, 12, 6)) == day_range(date(2026, 12, 6), None) == "6 December 2026"
        assert day_range(None, None) == ""
