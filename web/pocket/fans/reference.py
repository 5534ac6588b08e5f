"""The reference of all fans: what each is, an example, what is not added to it, where the rule sets differ."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.fans.rules import FANS, RULE_SETS, Fan, explain
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.examples import EXAMPLES
from web.pocket.fans.descriptions import DESCRIPTIONS
from web.shared.fans.entry import entry_of
from web.shared.fans.labels import PRINTED, SERIES, fan_name, names, number, other_names
from web.shared.fans.labels import RULE_SETS as RULE_NAMES
from web.shared.fans.presenter import ShownSet, shown_sets
from web.shared.requests.methods import get_only

BOTH = gettext_lazy("both kinds of the 1998 rules")
VALUES = (88, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class Barred:
    """Fans that are not added to a fan, and the rule sets that say so; no rule set named: all."""

    rules: str
    fans: str


@lru_cache
def example(no: int) -> tuple[list[ShownSet], dict[str, str]]:
    """The sets of a fan's example, and the parameters that bring it to the counting page."""
    hand = hand_in(EXAMPLES[no])
    explained = explain(hand)
    assert explained is not None
    return shown_sets(explained.best, hand.win), entry_of(hand).parameters()


@lru_cache
def excluded(no: int) -> dict[str, tuple[int, ...]]:
    """Rule set -> the fans that are not added to this one alone, where some of them can be left out wholly."""
    return {
        key: tuple(
            sorted({row.excluded for row in rules.exclusions if row.fans == (no,) and row.source != "definition"})
        )
        for key, rules in RULE_SETS.items()
    }


def barred(no: int) -> list[Barred]:
    """What is not added to a fan: first what all rule sets say, then what only some do."""
    lists = excluded(no)
    common = set.intersection(*(set(fans) for fans in lists.values()))
    found = [Barred("", names([FANS[one] for one in PRINTED if one in common]))] if common else []
    grouped: dict[tuple[str, ...], list[int]] = {}
    for one in PRINTED:
        holders = tuple(key for key, fans in lists.items() if one in fans)
        if one not in common and holders:
            grouped.setdefault(holders, []).append(one)
    for holders, fans in grouped.items():
        rules = (
            str(BOTH) if holders == ("guobiao", "gb-1998") else _(", ").join(str(RULE_NAMES[key]) for key in holders)
        )
        found.append(Barred(rules, names([FANS[one] for one in fans])))
    return found


def card(no: int) -> dict[str, Any]:
    """All that stands about one fan."""
    fan = FANS[no]
    sets, parameters = example(no)
    points = {key: rules.values[no] for key, rules in RULE_SETS.items()}
    return {
        "no": number(fan),
        "name": fan_name(fan),
        "others": other_names(fan),
        "series": SERIES[fan.series],
        "points": points["wmo-2014"],
        "points_1998": points["guobiao"] if points["guobiao"] != points["wmo-2014"] else None,
        "text": DESCRIPTIONS[no],
        "sets": sets,
        "parameters": parameters.items(),
        "barred": barred(no),
    }


def _fits(fan: Fan, no: int, value: str, series: str) -> bool:
    worth = {str(rules.values[no]) for rules in RULE_SETS.values()}
    return (not value or value in worth) and (not series or fan.series == series)


@get_only
def reference(request: HttpRequest) -> HttpResponse:
    """All fans, or those of one value or series (A8)."""
    value, series = request.GET.get("value", ""), request.GET.get("series", "")
    value = value if value in map(str, VALUES) else ""
    series = series if series in SERIES else ""
    context = {
        "cards": [card(no) for no in PRINTED if _fits(FANS[no], no, value, series)],
        "values": [str(one) for one in VALUES],
        "value": value,
        "all_series": SERIES.items(),
        "series": series,
        "differences": differences(),
    }
    return render(request, "pocket/fans/reference.html", context)


def differences() -> list[dict[str, Any]]:
    """Where the rule sets are not one: fans with other points, and what each adds or leaves out that another does
    not."""
    found = []
    for no in PRINTED:
        some = [one for one in barred(no) if one.rules]
        points = {rules.values[no] for rules in RULE_SETS.values()}
        if some or len(points) > 1:
            values = RULE_SETS["wmo-2014"].values[no], RULE_SETS["guobiao"].values[no]
            found.append(
                {
                    "no": number(FANS[no]),
                    "name": fan_name(FANS[no]),
                    "points": values if len(points) > 1 else None,
                    "barred": some,
                }
            )
    return found
