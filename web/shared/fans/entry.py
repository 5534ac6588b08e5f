"""A hand while it is entered: reading it from the address, applying a tap, and the possible taps."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from django.utils.http import urlencode

from common.numbers import number_in
from scoring.fans.rules import DEFAULT, RULE_SETS, Hand, HandError, Meld, meld, parse_tiles, tile_text, tiles_text
from scoring.fans.rules.hands.hand import FLOWERS, MELDS, check_tiles
from scoring.fans.rules.hands.tiles import COPIES, EAST, RED, TILES, WINDS

Mode = Literal["tile", "chow", "pung", "kong", "hidden"]
FLAGS = ("self_drawn", "last", "wall", "replacement", "robbed")


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand under way.

    `mode` is what a tap on the keyboard adds. `errors`: field -> the error in its text, which `texts` then keeps as
    typed.
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

    def parameters(self) -> dict[str, str]:
        """Return the parameters of a link; default values are left out."""
        given = {
            "hand": self.texts.get("hand", tiles_text(self.tiles)),
            "win": self.texts.get("win", "" if self.win is None else tile_text(self.win)),
            "melds": self.texts.get("melds", melds_text(self.melds)),
            **{flag: "1" if getattr(self, flag) else "" for flag in FLAGS},
            "seat": WINDS[self.seat] if self.seat else "",
            "round": WINDS[self.round] if self.round else "",
            "flowers": str(self.flowers) if self.flowers else "",
            "rules": self.rules if self.rules != DEFAULT else "",
            "mode": self.mode if self.mode != "tile" else "",
        }
        return {key: value for key, value in given.items() if value}

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


def melds_text(melds: Iterable[Meld]) -> str:
    """Return melds as ``123m EEE (1111p)``: separated by spaces, a concealed kong in brackets."""
    return " ".join(f"({tiles_text(meld.tiles)})" if meld.concealed else tiles_text(meld.tiles) for meld in melds)


def _melds(text: str) -> tuple[Meld, ...]:
    """Return the melds of a text as of ``melds_text``. Raises HandError."""
    melds = []
    for word in text.replace("（", "(").replace("）", ")").split():
        tiles = parse_tiles(word.strip("()"), "melds")
        kind = "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
        melds.append(meld(kind, tiles, word.startswith("("), "melds"))
    return tuple(melds)


def _win(text: str) -> int | None:
    tiles = parse_tiles(text, "win")
    if len(tiles) > 1:
        raise HandError("win", "one_tile", count=len(tiles))
    return tiles[0] if tiles else None


def read(parameters: Mapping[str, str]) -> Entry:
    """Return the entry in the parameters of an address. A wrong text is kept with its error."""
    texts = {name: parameters.get(name, "") for name in ("hand", "win", "melds")}
    errors: dict[str, HandError] = {}
    values: dict[str, object] = {}
    for name, parse in (("hand", lambda text: parse_tiles(text, "hand")), ("win", _win), ("melds", _melds)):
        try:
            values[name] = parse(texts[name][:200])
        except HandError as error:
            errors[name] = error
    flowers = parameters.get("flowers", "")
    mode = parameters.get("mode", "tile")
    rules = parameters.get("rules", DEFAULT)
    entry = Entry(
        tiles=tuple(sorted(values.get("hand", ()))),  # type: ignore[call-overload]
        win=values.get("win"),  # type: ignore[arg-type]
        melds=values.get("melds", ()),  # type: ignore[arg-type]
        self_drawn=parameters.get("self_drawn") == "1",
        last=parameters.get("last") == "1",
        wall=parameters.get("wall") == "1",
        replacement=parameters.get("replacement") == "1",
        robbed=parameters.get("robbed") == "1",
        seat=max(WINDS.find(parameters.get("seat", "E")[:1]), 0),
        round=max(WINDS.find(parameters.get("round", "E")[:1]), 0),
        flowers=int(flowers) if flowers in [str(number) for number in range(FLOWERS + 1)] else 0,
        rules=rules if rules in RULE_SETS else DEFAULT,
        mode=mode if mode in get_args(Mode) else "tile",  # type: ignore[arg-type]
    )
    if not errors:
        errors = _tile_errors(entry)
    return replace(entry, errors=errors, texts=texts if errors else {})


def _tile_errors(entry: Entry) -> dict[str, HandError]:
    """Return field -> error for too many tiles, or for a fifth copy of one."""
    if len(entry.tiles) > max(entry.room, 0) or len(entry.melds) > MELDS:
        try:
            check_tiles(entry.tiles, entry.melds)
        except HandError as error:
            return {error.where.split("[")[0]: error}
    seen: Counter[int] = Counter()
    parts = {
        "melds": [tile for meld in entry.melds for tile in meld.tiles],
        "hand": entry.tiles,
        "win": () if entry.win is None else (entry.win,),
    }
    for where, tiles in parts.items():
        seen.update(tiles)
        for tile in tiles:
            if seen[tile] > COPIES:
                return {where: HandError(where, "copies", count=seen[tile], tile=tile_text(tile))}
    return {}


def acted(entry: Entry, parameters: Mapping[str, str]) -> Entry:
    """Return the entry after the pressed button; unchanged without a button, or if a text is wrong."""
    if entry.errors:
        return entry
    if "tile" in parameters:
        tile = _tile_or_none(parameters["tile"])
        return entry if tile is None else entry.tapped(tile)
    if "remove" in parameters:
        tile = _tile_or_none(parameters["remove"])
        return entry if tile is None else entry.without(tile)
    if "win_is" in parameters:
        tile = _tile_or_none(parameters["win_is"])
        return entry if tile is None or entry.held[tile] == COPIES else replace(entry, win=tile)
    if "unwin" in parameters:
        return replace(entry, win=None)
    position = number_in(parameters.get("drop", ""))
    if position is not None:
        return replace(entry, melds=entry.melds[:position] + entry.melds[position + 1 :])
    return entry


def _tile_or_none(text: str) -> int | None:
    try:
        return _win(text[:3])
    except HandError:
        return None
