"""The rule and variant of a draw, encoded in its method."""

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, TypedDict, cast

APART, AREAS = "apart", "areas"
RULES = {APART: "", AREAS: "one of each area; "}
"""Rule of a draw without pools -> the beginning of its method."""
PoolKind = Literal["snake", "lot"]
"""How a stage deals its pools; the rule of a first draw knows "plain" too: a snake that keeps no countries apart."""
RuleKind = Literal["snake", "lot", "plain"]
_POOLS = re.compile(r"(pools|teams)-(snake|lot|plain)((?:-[1-9][0-9]{0,2}){2,26})")
_CANDIDATE = re.compile(r"; candidate (\d+)\b")


class How(TypedDict):
    """The arguments of ``draw`` other than the list, the sessions and the seed."""

    rule: str
    variant: int


@dataclass(frozen=True, slots=True)
class PoolRule:
    """The rule of a draw in pools: how they are dealt, the number of tables of each, and whether they hold teams.

    As a text it is "pools-lot-6-6-4", or "teams-lot-6-6-4" if they hold whole teams.
    """

    kind: RuleKind
    tables: tuple[int, ...]
    teams: bool = False

    def __str__(self) -> str:
        return "-".join(["teams" if self.teams else "pools", self.kind, *map(str, self.tables)])

    def pool_of(self, table: int) -> int:
        """Return the pool (from 0) that plays at a table (from 1); its tables follow those of the pool before."""
        return sum(table > last for last in accumulate(self.tables))


def pool_rule(rule: str) -> PoolRule | None:
    """Return the rule of a draw in pools that a text names; None for another text."""
    match = _POOLS.fullmatch(rule)
    if match is None:
        return None
    units, kind, tables = match.groups()
    return PoolRule(cast(RuleKind, kind), tuple(map(int, tables[1:].split("-"))), units == "teams")


def is_rule(text: str) -> bool:
    """Return whether a text names a rule of a draw."""
    return text in RULES or pool_rule(text) is not None


def method_text(rule: str, variant: int, construction: str) -> str:
    """Return the method of a draw for its record."""
    beginning = RULES.get(rule, f"{rule}; ")
    return beginning + construction + (f"; candidate {variant + 1}" if variant else "")


def how_made(method: str) -> How:
    """Return the rule and the variant that a method encodes."""
    candidate = _CANDIDATE.search(method)
    return How(rule=_rule_of(method), variant=int(candidate.group(1)) - 1 if candidate else 0)


def _rule_of(method: str) -> str:
    first = method.partition("; ")[0]
    if pool_rule(first):
        return first
    return AREAS if method.startswith(RULES[AREAS]) else APART
