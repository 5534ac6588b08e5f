"""A hand declared won under the International Mahjong Rules, with checks that it is possible."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from scoring.game.rules.imj.chart import HIGHEST_FANS
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.sets import MELDS, Meld, check_copies, check_tiles, meld_in
from scoring.tiles.rules.tiles import parse_tiles, tile_text

First = Literal["heaven", "earth"]
Special = Literal["seven-flowers", "eight-flowers", "kong-to-fourth"]
FIRSTS: tuple[str, ...] = get_args(First)
SPECIALS: tuple[str, ...] = get_args(Special)
# B for blue, R for red; the number is the seat number it belongs to (IMJ 4.3, 15.2).
FLOWERS = tuple(f"{colour}{number}" for colour in "BR" for number in range(1, 5))
MOST_KONGS = 3
NEEDED_FLOWERS = {"seven-flowers": 7, "eight-flowers": 8}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its winning tile; raise HandError if it is impossible.

    `tiles`: the sorted concealed tiles without `win` and declared sets. `kong`: with `self_drawn` the tile is drawn
    from the tail after a kong, else it was robbed from one; `kongs`: those formed in the turn of the win (IMJ 28.3).
    `first`: won before the first discard, or on it (IMJ 25.1(1), 25.1(2)). `special`: won on flowers or kongs alone
    (IMJ 25.2). Both may go without tiles. `seat`, `round`: 0 to 3. `limit`: the agreed highest rank in fans.
    """

    tiles: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[Meld, ...] = ()
    self_drawn: bool = False
    wall_last: bool = False
    kong: bool = False
    kongs: int = 0
    first: First | None = None
    special: Special | None = None
    seat: int = 0
    round: int = 0
    flowers: tuple[str, ...] = ()
    limit: int = HIGHEST_FANS

    def __post_init__(self) -> None:
        set_value = object.__setattr__
        set_value(self, "tiles", tuple(sorted(self.tiles)))
        set_value(self, "flowers", tuple(sorted(self.flowers)))
        # Paid like an own draw: the Heaven, and hands won on flowers or on kongs (rulings: IMJ).
        set_value(self, "self_drawn", self.self_drawn or self.first == "heaven" or self.special is not None)
        set_value(self, "kongs", max(self.kongs, int(self.kong and self.self_drawn and self.special is None)))
        self._check_tiles()
        self._check_flowers()
        self._check_kongs()
        self._check_first()
        if not 1 <= self.limit <= HIGHEST_FANS:
            raise HandError("limit", "limit", count=self.limit)

    @property
    def has_tiles(self) -> bool:
        """Whether there are tiles to count, which a hand won on flowers or kongs does not need."""
        return self.win is not None and self.special is None

    @property
    def robbed(self) -> bool:
        return self.kong and not self.self_drawn

    def _check_tiles(self) -> None:
        """Check the tiles; too many or too few do not matter for flowers and kongs (IMJ 25.2(1), 25.2(2))."""
        if self.special is not None:
            check_copies(self.tiles, self.melds, self.win)
        elif self.win is not None or self.first is None:
            check_tiles(self.tiles, self.melds, self.win)
        if self.special is None and self.first is None and self.win is None:
            raise HandError("win", "missing")

    def _check_flowers(self) -> None:
        for index, flower in enumerate(self.flowers):
            if flower not in FLOWERS:
                raise HandError("flowers", "no_flower", text=flower)
            if flower in self.flowers[:index]:
                raise HandError("flowers", "flower_twice", text=flower)
        needed = NEEDED_FLOWERS.get(self.special or "")
        if needed and self.flowers and len(self.flowers) != needed:
            raise HandError("flowers", "special_flowers", count=len(self.flowers), expected=needed)

    def _check_kongs(self) -> None:
        declared = sum(meld.kind == "kong" for meld in self.melds)
        if self.special == "kong-to-fourth" and self.melds and declared != MELDS:
            raise HandError("melds", "four_kongs", count=declared)
        if not 0 <= self.kongs <= MOST_KONGS:
            raise HandError("kongs", "kongs_in_turn", count=self.kongs)
        if self.kongs and not self.self_drawn:
            raise HandError("kongs", "kongs_without_draw")
        if self.has_tiles and self.kongs > declared:
            if not declared:
                raise HandError("kong", "no_kong_to_replace")
            raise HandError("kongs", "kongs_declared", count=self.kongs, declared=declared)
        held = (*self.tiles, *(tile for meld in self.melds for tile in meld.tiles))
        if self.robbed and self.win is not None and self.win in held:
            raise HandError("kong", "robbed_held", tile=tile_text(self.win))

    def _check_first(self) -> None:
        """Check what can have happened before the first discard, or on it."""
        if self.first is None:
            return
        if self.wall_last:
            raise HandError("first", "first_and_last")
        if self.first == "heaven":
            if self.seat and self.special not in NEEDED_FLOWERS:
                raise HandError("first", "heaven_dealer")
            if any(not meld.concealed for meld in self.melds):
                raise HandError("first", "heaven_melds")
        elif self.self_drawn or self.kong or self.melds or not self.seat:
            raise HandError("first", "earth_discard")


def hand_of(text: str, win: str, melds: Iterable[str] = (), **more: object) -> Hand:
    """Return a hand from text, for worked examples; `melds` as of ``meld_in``, `win` empty for a hand without tiles."""
    tile = next(iter(parse_tiles(win, "win")), None)
    return Hand(parse_tiles(text, "hand"), tile, tuple(map(meld_in, melds)), **more)  # type: ignore[arg-type]
