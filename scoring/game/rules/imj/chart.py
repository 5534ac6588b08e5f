"""The scoring chart of the International Mahjong Rules (IMJ 7.2, 30.1, 30.2).

Values and ranks are whole numbers of half fans: 1 is half a fan, 30 are 15 fans.
"""

import re
import unicodedata

HALVES = 2
HIGHEST_FANS = 15
# IMJ 30.1: fans and mados, row by row; a table, not a formula. Half a fan comes first.
ROWS = (
    (0.5, 2),
    (1, 2),
    (2, 4),
    (3, 8),
    (4, 16),
    (5, 32),
    (6, 64),
    (7, 128),
    (8, 256),
    (9, 512),
    (10, 1_000),
    (11, 2_000),
    (12, 3_000),
    (13, 4_000),
    (14, 5_000),
    (15, 6_000),
)
#: Rank in half fans -> mados.
CHART = {int(fans * HALVES): mados for fans, mados in ROWS}


def rank_of(halves: int, limit: int = HIGHEST_FANS) -> int:
    """Return the rank in half fans of a hand's value in half fans (IMJ 7.2(2), 7.2(3), 30.2).

    Half a fan beside whole ones is dropped; `limit`: the agreed highest rank in fans.
    """
    whole = halves - halves % HALVES if halves > 1 else halves
    return min(whole, HALVES * limit, HALVES * HIGHEST_FANS)


def mados_of(halves: int, limit: int = HIGHEST_FANS) -> int:
    """Return what a hand of this value in half fans is worth (IMJ 30.1)."""
    return CHART[rank_of(halves, limit)]


_RANK = re.compile(r"(\d{0,2})(?:(h|[.,]50*)|[.,]0+)?")


def halves_of(text: str) -> int | None:
    """Return the half fans that people write as 5, ½, 6½ or 0.5; None: it is not a rank."""
    plain = unicodedata.normalize("NFKC", text.strip().replace("½", "h")).lower()
    match = _RANK.fullmatch(plain) if plain else None
    if not match:
        return None
    whole, half = match.groups()
    return HALVES * int(whole or 0) + bool(half)


def fans_of(halves: int) -> int | float:
    """Return half fans as fans: 0.5, or a whole number."""
    return halves // HALVES if halves % HALVES == 0 else halves / HALVES
