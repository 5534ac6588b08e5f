"""Read and write days as people write them, in English, Chinese and Japanese."""

import re
import unicodedata
from datetime import date

from django.utils.formats import date_format, get_format
from django.utils.translation import get_language

#: The year before the first of each Japanese era.
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
#: The text between the first and the last day in the languages that write the year first.
_JOINERS = {"zh-hans": "至", "ja": "～"}
_YEAR = re.compile(r" Y|Y[年/]")
_MONTH = re.compile(r" [FM]|[nm][月/]")
_ERA = re.compile(rf"({'|'.join(ERAS)})(元|\d\d?)[年./-](\d\d?)[月./-](\d\d?)日?")
_YEAR_FIRST = re.compile(r"(\d{4}) ?[-/.年] ?(\d\d?) ?[-/.月] ?(\d\d?) ?[日.]?")
_DIGITS = re.compile(r"(\d{4})(\d\d)(\d\d)")
_DOTS = re.compile(r"(\d\d?)\. ?(\d\d?)\. ?(\d{4})")
_EITHER_ORDER = re.compile(r"(\d\d?) ?[-/] ?(\d\d?) ?[-/] ?(\d{4})")
_DAY_MONTH = re.compile(r"(\d\d?)(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?,? (\d{4})")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})")


class TwoDaysError(ValueError):
    """The text may mean two days, such as 1/5/2024; ``days`` has both."""

    def __init__(self, *days: date) -> None:
        super().__init__(*days)
        self.days = days


def read_day(text: str) -> date:
    """Return the day that ``text`` means.

    Read are 2024-05-31, 2024/5/31, 2024.5.31, 20240531, 2024年5月31日, 令和6年5月31日, 31.5.2024, 31/5/2024, 5/31/2024,
    31 May 2024 and May 31, 2024. Raises TwoDaysError for a text such as 1/5/2024, ValueError for any other.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    if match := _ERA.fullmatch(plain):
        era, year, month, day = match.groups()
        return date(ERAS[era] + (1 if year == "元" else int(year)), int(month), int(day))
    if match := _YEAR_FIRST.fullmatch(plain) or _DIGITS.fullmatch(plain):
        return date(*map(int, match.groups()))
    if match := _DOTS.fullmatch(plain):
        day, month, year = match.groups()
        return date(int(year), int(month), int(day))
    if match := _EITHER_ORDER.fullmatch(plain):
        return _in_either_order(*map(int, match.groups()))
    if match := _DAY_MONTH.fullmatch(plain):
        day, name, year = match.groups()
        return date(int(year), _month(name), int(day))
    if match := _MONTH_DAY.fullmatch(plain):
        name, day, year = match.groups()
        return date(int(year), _month(name), int(day))
    raise ValueError(text)


def _in_either_order(first: int, second: int, year: int) -> date:
    """Return the day; only a number above 12 shows which one is the day."""
    if first > 12:
        return date(year, second, first)
    if second > 12 or first == second:
        return date(year, first, second)
    raise TwoDaysError(date(year, second, first), date(year, first, second))


def _month(name: str) -> int:
    """Return the month whose English name begins with ``name``; 0, which is not a month, if none does."""
    return next((number for number, month in enumerate(MONTHS, start=1) if month.startswith(name)), 0)


def day_range(first: date | None, last: date | None, shape: str = "DATE_FORMAT") -> str:
    """Return the days as one text that says year and month once: 5–6 December 2026, 2026年12月5日至6日.

    A day that is not known is left out.
    """
    if not (first and last) or first == last:
        day = first or last
        return date_format(day, shape) if day else ""
    joiner, short = _JOINERS.get(get_language() or ""), str(get_format(shape))
    if first.year == last.year:
        short = _YEAR.sub("", short)
        if first.month == last.month:
            short = _MONTH.sub("", short)
    if joiner:
        return f"{date_format(first, shape)}{joiner}{date_format(last, short)}"
    dash = "–" if short == "j" else " – "
    return f"{date_format(first, short)}{dash}{date_format(last, shape)}"
