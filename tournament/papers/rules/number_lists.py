"""Numbers as people type them for a printer: "1-12, 40"."""

import re

#: What stands between the ends of a range; the long vowel is what a Japanese keyboard gives for a dash.
_TO = "[-–—−ー~〜～至到]"
#: No event has higher numbers; a slip ("1-1000000") is said, not tried.
MOST = 9_999
_PART = re.compile(rf"(\d{{1,4}})(?:\s*{_TO}\s*(\d{{1,4}}))?", re.ASCII)


class NumberListError(ValueError):
    """A part that is neither a number nor a range; ``part`` is what was typed."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def numbers_in(text: str) -> list[int]:
    """The numbers of a list of numbers and ranges, each once, in order; empty for an empty text.

    Parts stand apart by commas (also the Chinese and Japanese ones), semicolons or spaces. Raises NumberListError.
    """
    joined = re.sub(rf"\s*({_TO})\s*", r"\1", text.translate(_ASCII_DIGITS))
    found: set[int] = set()
    for part in filter(None, re.split(r"[\s,，、;；]+", joined)):
        match = _PART.fullmatch(part)
        if not match:
            raise NumberListError(part)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MOST:
            raise NumberListError(part)
        found.update(range(first, last + 1))
    return sorted(found)


_ASCII_DIGITS = str.maketrans("０１２３４５６７８９－", "0123456789-")
