"""Read and write a hand in a few keys, as it is typed from paper, in two modes (A5, 3.9.1.3).

Columns are the starting seats in the order of A5, 1 to 4 or E S W N (东南西北). A drawn hand is 0, an aborted one *.

- WORDS: winner, discarder (0: self-drawn), points. "1324": East won 24 points from West.
- SCORES: the winner's column and score, a loser's column and score. "140324": +40 for East, -24 for West, so West
  discarded 16 points. The loser is the one who paid most. The loser's score may be left out ("1403"), and 0 in place of
  the column means self-drawn ("1720").
"""

import re
import unicodedata
from collections.abc import Collection

from scoring.game.rules.hands import Hand
from scoring.game.rules.keys import Keys, Unreadable
from scoring.game.rules.mcr.hands import BASE_POINTS, MINIMUM_POINTS, MOST_POINTS, payments
from scoring.game.rules.seats import SEATS, Seat

WORDS, SCORES = "words", "scores"
MODES = (WORDS, SCORES)

_COLUMNS: dict[str, Seat] = {
    key: seat for seat, keys in zip(SEATS, ("1E东東", "2S南", "3W西", "4N北"), strict=True) for key in keys
}
_SEAT = f"[{''.join(_COLUMNS)}]"
_GAP = r"[\s+\-]*"
_DRAWN = re.compile(r"0|D|-")
_ABORTED = re.compile(r"\*|X")
_WORDS = re.compile(rf"({_SEAT}){_GAP}(0|{_SEAT}){_GAP}(\d{{0,4}})")
#: One pattern for each length of the winner's score: without gaps only trying shows which one fits.
_SCORES = [re.compile(rf"({_SEAT}){_GAP}(\d{{{digits}}}){_GAP}(0|{_SEAT}){_GAP}(\d{{2,4}})?") for digits in (2, 3, 4)]
_OTHER = re.compile(rf"{_SEAT}{_GAP}\d{{2,4}}{_GAP}{_SEAT}{_GAP}{BASE_POINTS}")


def read_hand(text: str, no: int, mode: str) -> Hand | None:
    """Return the hand typed as hand ``no``, None for an empty text; raise Unreadable.

    Its codes: "unread", "scores-do-not-fit", "other-loser" (a loser of 8 points does not tell the discarder) and
    "winner-discards". The hand may be impossible.
    """
    typed = unicodedata.normalize("NFKC", text).replace("−", "-").upper().strip()
    if not typed:
        return None
    if _DRAWN.fullmatch(typed) or _ABORTED.fullmatch(typed):
        return Hand(no, None, aborted=bool(_ABORTED.fullmatch(typed)))
    return _by_words(typed, no) if mode == WORDS else _by_scores(typed, no)


def type_hand(hand: Hand, mode: str, seats: Collection[Seat] = SEATS) -> str:
    """Return the keys that `read_hand` reads as this won, drawn or aborted hand: at most six, with Enter.

    With a winner's score of three digits the loser's column is enough, so the loser's score is left out.
    """
    if hand.winner is None:
        return "*" if hand.aborted else "0"
    winner = SEATS.index(hand.winner) + 1
    if mode == WORDS:
        return f"{winner}{SEATS.index(hand.discarder) + 1 if hand.discarder else 0}{hand.points}"
    scores = payments(hand)
    losers = [seat for seat in SEATS if seat in seats and seat != hand.winner]
    loser = hand.discarder if hand.discarder is not None else losers[0]
    won = scores[hand.winner]
    if won >= 100:
        return f"{winner}{won}{SEATS.index(loser) + 1 if hand.discarder else 0}"
    return f"{winner}{won}{SEATS.index(loser) + 1}{-scores[loser]}"


def _by_words(typed: str, no: int) -> Hand:
    match = _WORDS.fullmatch(typed)
    if not match:
        raise Unreadable("unread")
    winner, discarder, points = match.groups()
    return Hand(no, _COLUMNS[winner], _COLUMNS.get(discarder), int(points) if points else None)


def _by_scores(typed: str, no: int) -> Hand:
    matches = (pattern.fullmatch(typed) for pattern in _SCORES)
    readings = [match.groups() for match in matches if match]
    hands = [hand for hand in (_fitting(no, *groups) for groups in readings) if hand]
    if hands:
        return max(hands, key=lambda hand: (hand.points or 0) >= MINIMUM_POINTS)
    if any(_COLUMNS[winner] == _COLUMNS.get(loser) for winner, _won, loser, _lost in readings):
        raise Unreadable("winner-discards")
    if _OTHER.fullmatch(typed):
        raise Unreadable("other-loser")
    raise Unreadable("scores-do-not-fit" if readings else "unread")


def _fitting(no: int, winner: str, won: str, loser: str, lost: str | None) -> Hand | None:
    """Return the hand that gives the winner and the loser these scores; None if there is none."""
    seat, other, score = _COLUMNS[winner], _COLUMNS.get(loser), int(won)
    if other == seat or (other is None and lost):
        return None
    if other is None or (lost and 3 * int(lost) == score):
        points = score // 3 - BASE_POINTS
        return Hand(no, seat, None, points) if score % 3 == 0 and 0 < points <= MOST_POINTS else None
    points = score - 3 * BASE_POINTS
    if not 0 < points <= MOST_POINTS or (lost and int(lost) != points + BASE_POINTS):
        return None
    return Hand(no, seat, other, points)


KEYS = Keys(MODES, read_hand, type_hand)
