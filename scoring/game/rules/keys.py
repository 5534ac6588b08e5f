"""How a hand is typed at the Desk, and the running totals written beside the hands."""

import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass

from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import Seat


class Unreadable(ValueError):
    """The typed text is not a hand; ``code`` says why: "unread", or a code of the game."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Keys:
    """How a game's hands are typed in each of its ``modes``, the usual one first.

    ``read(text, no, mode)`` returns the hand, None for an empty text, or raises Unreadable.
    ``write(hand, mode, seats)`` returns the keys that ``read`` reads as this hand.
    """

    modes: tuple[str, ...]
    read: Callable[[str, int, str], Hand | None]
    write: Callable[[Hand, str, Collection[Seat]], str]


def read_scores(text: str, seats: Collection[Seat]) -> dict[Seat, int]:
    """Return seat -> running total of a written row such as "40 -8 -24 -8"; raise Unreadable."""
    row = unicodedata.normalize("NFKC", text).replace("−", "-")
    totals = re.findall(r"[+-]?\d{1,6}", row)
    rest = re.sub(r"[+-]?\d{1,6}|[\s,;/]", "", row)
    if rest or len(totals) != len(seats):
        raise Unreadable("unread")
    return dict(zip(seats, map(int, totals), strict=True))
