"""A hand in a few keys, as it is typed from paper, in two ways (A5, 3.9.1.3).

Columns are the starting seats as A5 has them, 1 to 4 or E S W N (东南西北). A drawn hand is 0, an aborted one *.

- WORDS: winner, discarder (0: self-drawn), points. "1324": East won 24 points from West.
- SCORES: the winner's column and score, a loser's column and score. "140324": +40 for East, -24 for West, so West
  discarded 16 points. The loser who says how it was won is the one who paid most; the score may be left out ("1403"),
  and 0 in place of the column is self-drawn ("1720").
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from scoring.game.rules.hands import BASE_POINTS, MINIMUM_POINTS, Hand, hand_scores, running_totals
from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.rules.entering import MOST_POINTS

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
#: One for each number of digits that the winner's score can have: without gaps the fitting one is found by trying.
_SCORES = [re.compile(rf"({_SEAT}){_GAP}(\d{{{digits}}}){_GAP}(0|{_SEAT}){_GAP}(\d{{2,4}})?") for digits in (2, 3, 4)]
_OTHER = re.compile(rf"{_SEAT}{_GAP}\d{{2,4}}{_GAP}{_SEAT}{_GAP}{BASE_POINTS}")


class Unreadable(ValueError):
    """What was typed is no hand; ``code``: "unread", "scores-do-not-fit", "other-loser" (his 8 say nothing),
    "winner-discards"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_hand(text: str, no: int, mode: str) -> Hand | None:
    """The hand that was typed as hand ``no``; None if nothing was. It may be impossible: `entering.refusals` says so.

    Raises Unreadable.
    """
    typed = unicodedata.normalize("NFKC", text).replace("−", "-").upper().strip()
    if not typed:
        return None
    if _DRAWN.fullmatch(typed) or _ABORTED.fullmatch(typed):
        return Hand(no, None, aborted=bool(_ABORTED.fullmatch(typed)))
    return _by_words(typed, no) if mode == WORDS else _by_scores(typed, no)


def type_hand(hand: Hand, mode: str, seats: Collection[Seat] = SEATS) -> str:
    """The keys that `read_hand` reads as this won, drawn or aborted hand: never more than six, Enter included.

    A winner's score of three digits says the hand with the loser's column alone, so his score is left out.
    """
    if hand.winner is None:
        return "*" if hand.aborted else "0"
    winner = SEATS.index(hand.winner) + 1
    if mode == WORDS:
        return f"{winner}{SEATS.index(hand.discarder) + 1 if hand.discarder else 0}{hand.points}"
    scores = hand_scores(Hand(hand.no, hand.winner, hand.discarder, hand.points))
    others = [seat for seat in SEATS if seat in seats and seat != hand.winner]
    loser = hand.discarder if hand.discarder is not None else others[0]
    won = scores[hand.winner]
    if won >= 100:
        return f"{winner}{won}{SEATS.index(loser) + 1 if hand.discarder else 0}"
    return f"{winner}{won}{SEATS.index(loser) + 1}{-scores[loser]}"


def read_scores(text: str, seats: Collection[Seat]) -> dict[Seat, int]:
    """Running totals of a row as they are written, by seat: "40 -8 -24 -8". Raises Unreadable."""
    found = re.findall(r"[+-]?\d{1,6}", unicodedata.normalize("NFKC", text).replace("−", "-"))
    left = re.sub(r"[+-]?\d{1,6}|[\s,;/]", "", unicodedata.normalize("NFKC", text).replace("−", "-"))
    if left or len(found) != len(seats):
        raise Unreadable("unread")
    return dict(zip(seats, map(int, found), strict=True))


def written_otherwise(
    hands: Iterable[Hand], written: Mapping[int, Mapping[Seat, int]], seats: Iterable[Seat] = SEATS
) -> tuple[int, dict[Seat, int]] | None:
    """Where the running totals on the paper part from the hands: (hand number, seat -> written minus worked out).

    The first such hand only, what follows carries it on; None if all written rows agree.
    """
    for hand, _scores, totals in running_totals(hands, seats):
        row = written.get(hand.no, {})
        apart = {seat: row[seat] - totals[seat] for seat in totals if seat in row and row[seat] != totals[seat]}
        if apart:
            return hand.no, apart
    return None


def _by_words(typed: str, no: int) -> Hand:
    found = _WORDS.fullmatch(typed)
    if not found:
        raise Unreadable("unread")
    winner, discarder, points = found.groups()
    return Hand(no, _COLUMNS[winner], _COLUMNS.get(discarder), int(points) if points else None)


def _by_scores(typed: str, no: int) -> Hand:
    found = [match.groups() for match in (pattern.fullmatch(typed) for pattern in _SCORES) if match]
    hands = [hand for groups in found if (hand := _fitting(no, *groups))]
    if hands:
        return max(hands, key=lambda hand: (hand.points or 0) >= MINIMUM_POINTS)
    if any(_COLUMNS[winner] == _COLUMNS.get(loser) for winner, _won, loser, _lost in found):
        raise Unreadable("winner-discards")
    if _OTHER.fullmatch(typed):
        raise Unreadable("other-loser")
    raise Unreadable("scores-do-not-fit" if found else "unread")


def _fitting(no: int, winner: str, won: str, loser: str, lost: str | None) -> Hand | None:
    """The hand in which the winner's and the loser's scores can stand together; None if there is none."""
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
