"""Read and write a deal in a few keys, as it is typed from paper (IMJ 30.3).

Columns are the starting seats, 1 to 4 or E S W N (东南西北).

- "135": column 1 won 5 fans from column 3. "105": own draw. A half is "H" or "½": "13H", "13 6H".
- A letter after it: "135K" robbed the kong of column 3; "105B3" own draw, column 3 is bound and pays for all.
- "F2" behind a deal or alone: column 2 declared falsely; several: "F23". "0": the wall is empty. "*": aborted.
"""

import re
import unicodedata
from collections.abc import Collection

from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.chart import HALVES
from scoring.game.rules.keys import Keys, Unreadable
from scoring.game.rules.seats import SEATS, Seat

WORDS = "words"
_COLUMNS: dict[str, Seat] = {
    key: seat for seat, keys in zip(SEATS, ("1E东東", "2S南", "3W西", "4N北"), strict=True) for key in keys
}
_SEAT = f"[{''.join(_COLUMNS)}]"
_DEAL = re.compile(rf"(?:({_SEAT})(0|{_SEAT})(\d{{0,2}})(H?)(K?)(?:B({_SEAT}))?)?(?:F({_SEAT}{{1,4}}))?")


def read_hand(text: str, no: int, _mode: str) -> Hand | None:
    """Return the deal typed as deal ``no``, None for an empty text; raise Unreadable ("unread").

    The deal may be impossible. There is one mode.
    """
    half = text.replace("½", "H").replace("−", "-")
    typed = re.sub(r"[\s+\-]", "", unicodedata.normalize("NFKC", half).upper())
    if not typed:
        return None
    if typed in ("0", "D", "*", "X"):
        return Hand(no, None, aborted=typed in "*X")
    match = _DEAL.fullmatch(typed)
    if not match:
        raise Unreadable("unread")
    winner, discarder, fans, half_fan, robbed, bound, false_wins = match.groups()
    return Hand(
        no,
        _COLUMNS.get(winner),
        _COLUMNS.get(discarder),
        _halves(fans, half_fan) if winner else None,
        robbed=bool(robbed),
        bound=_COLUMNS.get(bound),
        false_wins=tuple(_COLUMNS[key] for key in false_wins or ""),
    )


def _halves(fans: str, half: str) -> int | None:
    if not fans and not half:
        return None
    return HALVES * int(fans or 0) + bool(half)


def type_hand(hand: Hand, _mode: str, _seats: Collection[Seat] = SEATS) -> str:
    """Return the keys that `read_hand` reads as this deal."""
    false_wins = f"F{''.join(map(_column, hand.false_wins))}" if hand.false_wins else ""
    if hand.winner is None:
        return false_wins or ("*" if hand.aborted else "0")
    fans, half = divmod(hand.points or 0, HALVES)
    discarder = _column(hand.discarder) if hand.discarder else "0"
    rank = f"{fans or ''}{'H' if half else ''}"
    bound = f"B{_column(hand.bound)}" if hand.bound else ""
    return f"{_column(hand.winner)}{discarder}{rank}{'K' if hand.robbed else ''}{bound}{false_wins}"


def _column(seat: Seat) -> str:
    return str(SEATS.index(seat) + 1)


KEYS = Keys((WORDS,), read_hand, type_hand)
