"""A hand while it is entered: what it holds, and which taps are possible."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from django.utils.http import urlencode

from scoring.fans.rules import DEFAULT, Hand, hand_from
from scoring.game.rules.imj.chart import HIGHEST_FANS
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.sets import MELDS, Meld
from scoring.tiles.rules.tiles import COPIES, EAST, RED, TILES, WINDS, tile_text, tiles_text

Mode = Literal["tile", "chow", "pung", "kong", "hidden"]
FLAGS = ("self_drawn", "last", "wall", "replacement", "robbed")


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand under way.

    `kongs`, `first`, `special`, `titles` (of the flowers) and `limit` are of the International Mahjong Rules;
    `flowers`, `last` and `replacement` are of the Chinese ones. `mode` is what a tap on the keyboard adds. `errors`:
    field -> the error in its text, which `texts` then keeps as typed.
    """

    tiles: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[Meld, ...] = ()
    self_drawn: bool = False
    last: bool = False
    wall: bool = False
    replacement: bool = False
    robbed: bool = False
    seat: int = 0
    round: int = 0
    flowers: int = 0
    rules: str = DEFAULT
    kongs: int = 0
    first: str = ""
    special: str = ""
    titles: tuple[str, ...] = ()
    limit: int = HIGHEST_FANS
    mode: Mode = "tile"
    texts: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, HandError] = field(default_factory=dict)

    @property
    def room(self) -> int:
        """The number of concealed tiles in addition to the melds, without the winning tile."""
        return 13 - 3 * len(self.melds)

    @property
    def missing(self) -> int:
        """The number of tiles still to be entered, with the winning tile."""
        return self.room - len(self.tiles) + (self.win is None)

    @property
    def held(self) -> Counter[int]:
        """Tile -> the number of entered copies."""
        tiles = Counter((*self.tiles, *(tile for meld in self.melds for tile in meld.tiles)))
        if self.win is not None:
            tiles[self.win] += 1
        return tiles

    @property
    def has_kong(self) -> bool:
        """Whether a kong is declared, so that its replacement can win."""
        return any(meld.kind == "kong" for meld in self.melds)

    @property
    def has_winds(self) -> bool:
        """Whether seat and round can matter."""
        return any(EAST <= tile < RED for tile in self.held)

    @property
    def win_is_alone(self) -> bool:
        """Whether no other copy of the winning tile is in the hand or its melds, so that it can be robbed."""
        return self.win is not None and self.held[self.win] == 1

    @property
    def win_may_be_last(self) -> bool:
        """Whether the other three copies could lie open.

        So none of them is concealed in the hand, and the hand's melds do not hold all three.
        """
        return self.win is not None and self.win not in self.tiles and self.held[self.win] < COPIES

    def taps(self) -> dict[int, bool]:
        """Return tile -> whether a tap on it adds something."""
        return {tile: self._fits(tile) for tile in TILES}

    def _fits(self, tile: int) -> bool:
        held = self.held
        if self.mode == "tile":
            # With all tiles entered, a tap replaces the winning tile.
            free = COPIES - held[tile] + (self.missing == 0 and tile == self.win)
            return self.missing >= 0 and free > 0
        if len(self.melds) == MELDS or len(self.tiles) > self.room - 3:
            return False
        if self.mode == "chow" and (tile >= EAST or tile % 9 > 6):
            return False
        needed = Counter(self._meld(tile).tiles)
        return all(held[needed_tile] + copies <= COPIES for needed_tile, copies in needed.items())

    def _meld(self, tile: int) -> Meld:
        if self.mode == "chow" or self.mode == "pung":
            return Meld(self.mode, tile, False)
        return Meld("kong", tile, self.mode == "hidden")

    def tapped(self, tile: int) -> "Entry":
        """Return the entry with the tile, or the meld that starts with it; unchanged if it does not fit."""
        if not self._fits(tile):
            return self
        if self.mode != "tile":
            return replace(self, melds=(*self.melds, self._meld(tile)))
        if len(self.tiles) < self.room:
            return replace(self, tiles=tuple(sorted((*self.tiles, tile))))
        return replace(self, win=tile)

    def without(self, tile: int) -> "Entry":
        """Return the entry without one copy of a concealed tile; unchanged if there is none."""
        left = list(self.tiles)
        if tile in left:
            left.remove(tile)
        return replace(self, tiles=tuple(left))

    def hand(self) -> Hand | None:
        """Return the hand once all tiles are entered, else None; flags that are impossible are ignored.

        Raises HandError for an impossible hand.
        """
        if self.missing or self.win is None:
            return None
        kong = self.replacement and self.has_kong if self.self_drawn else self.robbed and self.win_is_alone
        return Hand(
            self.tiles,
            self.win,
            self.melds,
            self_drawn=self.self_drawn,
            last_of_kind=self.last and self.win_may_be_last,
            wall_last=self.wall,
            kong=kong,
            seat=self.seat,
            round=self.round,
            flowers=self.flowers,
        )

    def typed_texts(self) -> dict[str, str]:
        """Return the tiles as the fields for text show them."""
        win = "" if self.win is None else tile_text(self.win)
        return {"hand": tiles_text(self.tiles), "win": win, "melds": melds_text(self.melds), **self.texts}

    def parameters(self) -> dict[str, str]:
        """Return the parameters of a link; default values are left out."""
        parameters = {
            **self.typed_texts(),
            **{flag: "1" if getattr(self, flag) else "" for flag in FLAGS},
            "seat": WINDS[self.seat] if self.seat else "",
            "round": WINDS[self.round] if self.round else "",
            "flowers": str(self.flowers) if self.flowers else "",
            "kongs": str(self.kongs) if self.kongs else "",
            "first": self.first,
            "special": self.special,
            **dict.fromkeys(self.titles, "1"),
            "limit": str(self.limit) if self.limit != HIGHEST_FANS else "",
            "rules": self.rules if self.rules != DEFAULT else "",
            "mode": self.mode if self.mode != "tile" else "",
        }
        return {key: value for key, value in parameters.items() if value}

    def query(self) -> str:
        """Return the parameters as a query string with the question mark; empty for an empty hand."""
        return "?" + urlencode(self.parameters()) if self.parameters() else ""


def entry_of(hand: Hand) -> Entry:
    """Return a whole hand as an entry."""
    return Entry(
        tiles=hand.tiles,
        win=hand.win,
        melds=hand.melds,
        self_drawn=hand.self_drawn,
        last=hand.last_of_kind,
        wall=hand.wall_last,
        replacement=hand.kong and hand.self_drawn,
        robbed=hand.kong and not hand.self_drawn,
        seat=hand.seat,
        round=hand.round,
        flowers=hand.flowers,
    )


def won_entry(tiles: Mapping[str, Any], rules: str) -> Entry:
    """Return a recorded win, with tiles as ``score_hands`` takes them, as an entry under a rule set."""
    return replace(entry_of(hand_from(tiles)), rules=rules)


def melds_text(melds: Iterable[Meld]) -> str:
    """Return melds as ``123m EEE (1111p)``: separated by spaces, a concealed kong in brackets."""
    return " ".join(f"({tiles_text(meld.tiles)})" if meld.concealed else tiles_text(meld.tiles) for meld in melds)
