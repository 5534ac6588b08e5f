"""The list of fans to pick from: reading a URL, and each fan with what excludes it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from scoring.fans.rules import FANS, Exclusion, RuleSet
from scoring.fans.rules.sets.fan_list import OFTEN, barred
from web.shared.fans.labels import PRINTED, article_words, fan_name, listed_fans, number

#: Engine number of each picked fan -> times.
Picked = dict[int, int]


@dataclass(frozen=True, slots=True)
class FanRow:
    """A fan to pick; ``choices`` are the possible times, ``why`` names the picked fans that exclude it."""

    no: int
    number: str
    name: str
    times: int
    choices: range
    why: str

    @property
    def shut(self) -> bool:
        """Whether the fan cannot be picked now."""
        return bool(self.why) and not self.times


def read(query: QueryDict) -> Picked:
    """Read the picked fans of a query such as ``fan=28&fan=63&times81=2``; ignore unknown values."""
    picked = {no: 1 for no in FANS if str(no) in query.getlist("fan") and no not in OFTEN}
    for no, most in OFTEN.items():
        text = query.get(f"times{no}", "")
        if text.isascii() and text.isdigit() and 0 < int(text[:2]) <= most:
            picked[no] = int(text[:2])
    return picked


def query_of(picked: Picked) -> str:
    """Return the query string of the picked fans, with the question mark."""
    pairs = [(f"times{no}", times) if no in OFTEN else ("fan", no) for no, times in sorted(picked.items())]
    return "?" + urlencode(pairs)


def rows_of(picked: Mapping[int, int], rules: RuleSet) -> list[tuple[int, list[FanRow]]]:
    """Return points and fans of each value, the highest first."""
    shut = barred(picked, rules)
    groups: dict[int, list[FanRow]] = {}
    for no in sorted(PRINTED, key=lambda no: -rules.values[no]):
        groups.setdefault(rules.values[no], []).append(_row(no, picked.get(no, 0), shut.get(no)))
    return list(groups.items())


def _row(no: int, times: int, exclusion: Exclusion | None) -> FanRow:
    why = ""
    if exclusion:
        fans = listed_fans([FANS[fan] for fan in exclusion.fans])
        figures = {"fans": fans, "article": article_words(exclusion.article)}
        why = _("not added to %(fans)s (%(article)s)") % figures
    return FanRow(no, number(FANS[no]), fan_name(FANS[no]), times, range(OFTEN.get(no, 1) + 1), why)
