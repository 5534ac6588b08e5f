"""The reference of all fans: description, example, fans that are not added, differences of the rule sets."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from scoring.fans.rules import FANS, RULE_SETS, Fan, explain
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.examples import EXAMPLES
from scoring.tiles.rules.drawn import ShownSet, shown_sets
from web.pocket.fans.descriptions import DESCRIPTIONS
from web.shared.fans.entry import entry_of
from web.shared.fans.labels import PRINTED, SERIES, fan_name, listed_fans, number, other_names
from web.shared.fans.labels import RULE_SETS as RULE_NAMES
from web.shared.requests.methods import get_only

BOTH = gettext_lazy("both kinds of the 1998 rules")
VALUES = (88, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class Barred:
    """Fans that are not added to a fan, and the rule sets that say so; empty `rules`: all rule sets."""

    rules: str
    fans: str


@lru_cache
def example(no: int) -> tuple[list[ShownSet], dict[str, str]]:
    """Return the sets of a fan's example, and its parameters for the counting page."""
    hand = hand_in(EXAMPLES[no])
    explained = explain(hand)
    assert explained is not None
    return shown_sets(explained.best, hand.win), entry_of(hand).parameters()


@lru_cache
def excluded(no: int) -> dict[str, tuple[int, ...]]:
    """Return rule set -> the fans that this fan alone excludes; exclusions by definition are left out."""
    fans = {}
    for key, rules in RULE_SETS.items():
        rows = [row for row in rules.exclusions if row.fans == (no,) and row.source != "definition"]
        fans[key] = tuple(sorted({row.excluded for row in rows}))
    return fans


def barred(no: int) -> list[Barred]:
    """Return the fans that are not added to a fan: first those of all rule sets, then those of some."""
    lists = excluded(no)
    common = set.intersection(*(set(fans) for fans in lists.values()))
    groups = [Barred("", listed_fans([FANS[fan] for fan in PRINTED if fan in common]))] if common else []
    by_rules: dict[tuple[str, ...], list[int]] = {}
    for fan in PRINTED:
        holders = tuple(key for key, fans in lists.items() if fan in fans)
        if fan not in common and holders:
            by_rules.setdefault(holders, []).append(fan)
    for holders, fans_of_group in by_rules.items():
        both = holders == ("guobiao", "gb-1998")
        rules = str(BOTH) if both else listed(RULE_NAMES[key] for key in holders)
        groups.append(Barred(rules, listed_fans([FANS[fan] for fan in fans_of_group])))
    return groups


def card(no: int) -> dict[str, Any]:
    """Return the context of one fan's card."""
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
    values = {str(rules.values[no]) for rules in RULE_SETS.values()}
    return (not value or value in values) and (not series or fan.series == series)


@get_only
def reference(request: HttpRequest) -> HttpResponse:
    """Show all fans, or those of one value or series (A8)."""
    value, series = request.GET.get("value", ""), request.GET.get("series", "")
    value = value if value in map(str, VALUES) else ""
    series = series if series in SERIES else ""
    context = {
        "cards": [card(no) for no in PRINTED if _fits(FANS[no], no, value, series)],
        "values": [str(points) for points in VALUES],
        "value": value,
        "all_series": SERIES.items(),
        "series": series,
        "differences": differences(),
    }
    return render(request, "pocket/fans/reference.html", context)


def differences() -> list[dict[str, Any]]:
    """Return the fans whose points or excluded fans differ between the rule sets."""
    rows = []
    for no in PRINTED:
        partial = [group for group in barred(no) if group.rules]
        points = {rules.values[no] for rules in RULE_SETS.values()}
        if partial or len(points) > 1:
            values = RULE_SETS["wmo-2014"].values[no], RULE_SETS["guobiao"].values[no]
            rows.append(
                {
                    "no": number(FANS[no]),
                    "name": fan_name(FANS[no]),
                    "points": values if len(points) > 1 else None,
                    "barred": partial,
                }
            )
    return rows
