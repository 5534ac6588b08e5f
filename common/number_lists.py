"""Lists of numbers as people type them: "1-12, 40"."""

import re

#: Separators of a range; a Japanese keyboard types the long vowel mark for a dash.
_TO = "[-–—−ー~〜～至到]"
#: Above the numbers of any event; a slip ("1-1000000") is an error.
MOST = 9_999
_PART = re.compile(rf"(\d{{1,4}})(?:\s*{_TO}\s*(\d{{1,4}}))?", re.ASCII)


class NumberListError(ValueError):
    """A part that is neither a number nor a range; ``part`` is the typed text."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def numbers_in(text: str) -> list[int]:
    """Return the numbers of a list of numbers and ranges, each once, sorted; empty for an empty text.

    Parts are separated by commas (also Chinese and Japanese ones), semicolons or spaces. Raises NumberListError.
    """
    joined = re.sub(rf"\s*({_TO})\s*", r"\1", text.translate(_ASCII_DIGITS))
    numbers: set[int] = set()
    for part in filter(None, re.split(r"[\s,，、;；]+", joined)):
        match = _PART.fullmatch(part)
        if not match:
            raise NumberListError(part)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MOST:
            raise NumberListError(part)
        numbers.update(range(first, last + 1))
    return sorted(numbers)


_ASCII_DIGITS = str.maketrans("０１２３４５６７８９－", "0123456789-")
