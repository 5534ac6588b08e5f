"""The list of all fans to pick from: what an address holds, and each fan with what keeps it out."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from scoring.fans.rules import FANS, Exclusion, RuleSet
from scoring.fans.rules.sets.fan_list import OFTEN, barred
from web.shared.fans.labels import PRINTED, article_words, fan_name, names, number

#: Engine number -> how often it is picked; only what is.
Picked = dict[int, int]


@dataclass(frozen=True, slots=True)
class FanRow:
    """A fan to pick. ``most``: how often a hand can have it; ``why``: what of the picked keeps it out."""

    no: int
    number: str
    name: str
    times: int
    choices: range
    why: str

    @property
    def shut(self) -> bool:
        """Whether it cannot be picked now."""
        return bool(self.why) and not self.times


def read(given: QueryDict) -> Picked:
    """What an address holds: ``fan=28&fan=63&times81=2``; what is none is left out."""
    found = {no: 1 for no in FANS if str(no) in given.getlist("fan") and no not in OFTEN}
    for no, most in OFTEN.items():
        text = given.get(f"times{no}", "")
        if text.isascii() and text.isdigit() and 0 < int(text[:2]) <= most:
            found[no] = int(text[:2])
    return found


def query_of(picked: Picked) -> str:
    """What is picked as an address has it, with the question mark."""
    pairs = [(f"times{no}", times) if no in OFTEN else ("fan", no) for no, times in sorted(picked.items())]
    return "?" + urlencode(pairs)


def rows_of(picked: Mapping[int, int], rules: RuleSet) -> list[tuple[int, list[FanRow]]]:
    """All fans by their points, the highest first."""
    shut = barred(picked, rules)
    found: dict[int, list[FanRow]] = {}
    for no in sorted(PRINTED, key=lambda no: -rules.values[no]):
        found.setdefault(rules.values[no], []).append(_row(no, picked.get(no, 0), shut.get(no)))
    return list(found.items())


def _row(no: int, times: int, row: Exclusion | None) -> FanRow:
    why = ""
    if row:
        figures = {"fans": names([FANS[one] for one in row.fans]), "article": article_words(row.article)}
        why = _("not added to %(fans)s (%(article)s)") % figures
    return FanRow(no, number(FANS[no]), fan_name(FANS[no]), times, range(OFTEN.get(no, 1) + 1), why)
