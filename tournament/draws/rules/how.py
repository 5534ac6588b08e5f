"""The rule and variant of a draw, encoded in its method."""

import re
from typing import TypedDict

APART, AREAS = "apart", "areas"
RULES = {APART: "", AREAS: "one of each area; "}
"""Rule of a draw -> the beginning of its method."""
_CANDIDATE = re.compile(r"; candidate (\d+)\b")


class How(TypedDict):
    """The arguments of ``draw`` other than the list, the sessions and the seed."""

    rule: str
    variant: int


def method_text(rule: str, variant: int, construction: str) -> str:
    """Return the method of a draw for its record."""
    return RULES[rule] + construction + (f"; candidate {variant + 1}" if variant else "")


def how_made(method: str) -> How:
    """Return the rule and the variant that a method encodes."""
    candidate = _CANDIDATE.search(method)
    rule = AREAS if method.startswith(RULES[AREAS]) else APART
    return How(rule=rule, variant=int(candidate.group(1)) - 1 if candidate else 0)
