"""Hands as they are really played: points, self-drawn, discarder, drawn; and the score of a session (3.9).

The figures are those of the 1,121 hands at 80 tables of a real event of 48 players (2018).
"""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Hands that ended drawn, self-drawn and by discard.
DRAWN, SELF_DRAWN, DISCARDED = 43, 288, 790
#: Points of won hands, and how many hands had them.
POINTS = {
    8: 29, 9: 77, 10: 134, 11: 147, 12: 126, 13: 102, 14: 89, 15: 47, 16: 33, 17: 23, 18: 24, 19: 20, 20: 30, 21: 34,
    22: 21, 23: 19, 24: 15, 25: 14, 26: 20, 27: 14, 28: 4, 29: 16, 30: 6, 31: 4, 32: 8, 33: 3, 35: 1, 36: 1, 37: 1,
    38: 1, 39: 2, 40: 1, 42: 3, 44: 2, 45: 1, 47: 1, 61: 1, 69: 1, 72: 1, 74: 1, 97: 1,
}  # fmt: skip
TABLES, HANDS, MOST_HANDS = 80, 1121, 16
BASE = 8
#: Table points in twelfths by the number of better and of equal scores (4-2-1-0, ties share).
PLACES = np.array([48, 24, 12, 0])
SHARED = np.array([[PLACES[better : better + equal].mean() if better + equal <= 4 else 0 for equal in range(1, 5)]
                   for better in range(4)]).astype(np.int64)  # fmt: skip


def _chosen(weights: Floats, chance: np.random.Generator) -> Ints:
    """Return the index of one of four by weight, for each row."""
    sums = weights.cumsum(axis=1)
    drawn = chance.random(len(weights)) * sums[:, -1]
    return np.minimum((sums < drawn[:, None]).sum(axis=1), 3)


def session_scores(strength: Floats, chance: np.random.Generator) -> Ints:
    """Return the scores of one session at each table: rows of four, from the strength of the four.

    A player wins a hand in proportion to exp(strength) and discards the winning tile in proportion to exp(-strength).
    """
    tables = len(strength)
    rows = np.arange(tables)
    attack, risk = np.exp(strength), np.exp(-strength)
    scores = np.zeros((tables, 4), dtype=np.int64)
    values = np.repeat(np.array(list(POINTS)), list(POINTS.values()))
    for _hand in range(MOST_HANDS):
        kind = chance.random(tables) * (TABLES * MOST_HANDS)
        points = values[chance.integers(len(values), size=tables)]
        won, selfdrawn = kind < SELF_DRAWN + DISCARDED, kind < SELF_DRAWN
        winner = _chosen(attack, chance)
        exposed = risk.copy()
        exposed[rows, winner] = 0
        discarder = _chosen(exposed, chance)
        paid = np.where(selfdrawn[:, None], BASE + points[:, None], BASE) * np.ones((1, 4), dtype=np.int64)
        paid[rows, discarder] = BASE + points
        paid[rows, winner] = 0
        paid[~won] = 0
        scores -= paid
        scores[rows, winner] += paid.sum(axis=1)
    return scores


def table_points(scores: Ints) -> Ints:
    """Return the table points of each row of four scores, in twelfths (3.9.2)."""
    better = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    equal = (scores[:, None, :] == scores[:, :, None]).sum(axis=2)
    points: Ints = SHARED[better, equal - 1]
    return points
