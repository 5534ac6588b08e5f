"""How a draw was made, read from its method: what is needed to make it again."""

import re
from typing import TypedDict

APART, AREAS = "apart", "areas"
RULES = {APART: "", AREAS: "one of each area; "}
"""What a draw goes by, and how its method begins."""
_CANDIDATE = re.compile(r"; candidate (\d+)\b")


class How(TypedDict):
    """The arguments of ``draw`` that are not the list, the sessions and the seed."""

    rule: str
    variant: int


def method_text(rule: str, variant: int, construction: str) -> str:
    """The method of a draw as its record shows it."""
    return RULES[rule] + construction + (f"; candidate {variant + 1}" if variant else "")


def how_made(method: str) -> How:
    """The rule and the variant that a method names."""
    candidate = _CANDIDATE.search(method)
    rule = AREAS if method.startswith(RULES[AREAS]) else APART
    return How(rule=rule, variant=int(candidate.group(1)) - 1 if candidate else 0)
