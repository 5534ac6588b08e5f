"""The 34 tiles as numbers and as text, with sets of tiles that fans name.

Numbers: 0-8 characters 万 (``1m`` to ``9m``), 9-17 dots 饼 (``p``), 18-26 bamboos 条 (``s``), 27-30 winds ``E S W N``,
31-33 dragons ``C F P`` (中 发 白). Flowers are only counted.
"""

from collections.abc import Iterable

from scoring.tiles.rules.errors import HandError

SUITS = "mps"
WINDS = "ESWN"
DRAGONS = "CFP"
HONOURS = WINDS + DRAGONS
EAST, RED = 27, 31
TILES = range(34)
COPIES = 4
TEXTS = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)) + tuple(HONOURS)
GREEN = frozenset(TEXTS.index(text) for text in ("2s", "3s", "4s", "6s", "8s", "F"))
REVERSIBLE = frozenset(
    TEXTS.index(text) for text in [f"{rank}p" for rank in "1234589"] + [f"{rank}s" for rank in "245689"] + ["P"]
)
TERMINALS_AND_HONOURS = tuple(tile for tile in TILES if tile >= EAST or tile % 9 in (0, 8))


def tile_text(tile: int) -> str:
    """Return the text of a tile: ``1m`` for 0, ``E`` for 27."""
    return TEXTS[tile]


def tiles_text(tiles: Iterable[int]) -> str:
    """Return the tiles in order, with one letter for each suit: ``123m99pEE``."""
    out, waiting = "", ""
    for tile in sorted(tiles):
        suit = SUITS[tile // 9] if tile < EAST else ""
        if waiting and suit != waiting:
            out += waiting
        out += str(tile % 9 + 1) if suit else TEXTS[tile]
        waiting = suit
    return out + waiting


def parse_tiles(text: str, where: str = "tiles") -> tuple[int, ...]:
    """Return the tiles of a text such as ``"123m 456p EEE"`` in its order; spaces are ignored.

    Raise HandError at a character that is not a tile (``0m``, ``x``), or at digits without suit letter.
    """
    tiles: list[int] = []
    ranks: list[tuple[int, int]] = []
    for at, sign in enumerate(text):
        if sign in "123456789":
            ranks.append((at, int(sign)))
        elif sign in SUITS and ranks:
            tiles += [9 * SUITS.index(sign) + rank - 1 for _, rank in ranks]
            ranks = []
        elif sign in HONOURS and not ranks:
            tiles.append(EAST + HONOURS.index(sign))
        elif not sign.isspace():
            raise HandError(where, "no_suit" if ranks and sign in HONOURS else "no_tile", at=at, text=sign)
    if ranks:
        raise HandError(where, "no_suit", at=ranks[0][0], text="".join(str(rank) for _, rank in ranks))
    return tuple(tiles)
