"""The errors of hands, with their fields."""

MESSAGES = {
    "no_tile": "“{text}” at position {position} is not a tile",
    "no_suit": "“{text}” at position {position}: digits need a suit letter (m, p or s)",
    "copies": "{count} copies of {tile}",
    "count": "{count} tiles; with {melds} melds it takes {expected}",
    "one_tile": "{count} tiles; it takes one",
    "too_many_melds": "{count} melds; there are at most 4",
    "no_chow": "{tiles} is not a chow",
    "no_pung": "{tiles} is not a pung",
    "no_kong": "{tiles} is not a kong",
    "kind": "“{text}” is none of chow, pung, kong",
    "concealed_meld": "only a kong can be declared and concealed",
    "flowers": "{count} flowers; there are 0 to 8",
    "wind": "“{text}” is none of E, S, W, N",
    "no_kong_to_replace": "a replacement tile after a kong, but no kong is declared",
    "robbed_held": "a robbed {tile} is the only one that is not in the other's kong, but the hand holds another",
    "not_last": "the last {tile}, but another one is concealed in the hand",
    "unknown_key": "unknown key",
    "missing": "missing",
    "not_text": "must be text",
    "not_flag": "must be true or false",
    "not_number": "must be a whole number",
    "not_list": "must be a list",
    "not_object": "must be an object",
    "no_flower": "“{text}” is none of B1 to B4 and R1 to R4",
    "flower_twice": "{text} stands twice",
    "special_flowers": "{count} flowers; this hand is won with {expected}",
    "four_kongs": "{count} kongs; this hand is won with 4",
    "kongs_in_turn": "{count} kongs in one turn; there are 1 to 3",
    "kongs_without_draw": "kongs of the winner's turn, but the tile was not drawn",
    "kongs_declared": "{count} kongs in one turn, but {declared} declared",
    "first_and_last": "the first turn cannot be the end of the wall",
    "heaven_dealer": "only the dealer, with seat E, can win on tiles before the first discard",
    "heaven_melds": "before the first discard only unfolded kongs can be declared",
    "earth_discard": "a win on the dealer's first discard has no melds, no own draw, and not the seat E",
    "limit": "{count} fans; the agreed highest rank is 1 to 15",
    "none_of": "“{text}” is none of {choices}",
    "unknown_fan": "“{text}” is not a fan, or stands twice",
    "together": "fans that cannot stand together",
}


class HandError(ValueError):
    """An error of a hand.

    `where`: the field (``hand``, ``win``, ``melds[1]``, ``flowers``); `code`: a key of MESSAGES; `values`: those of the
    message; `message`: the English text; `at`: the index of the character in the field's text, or None.
    """

    def __init__(self, where: str, code: str, *, at: int | None = None, **values: object) -> None:
        self.where, self.code, self.at = where, code, at
        self.values = values | ({} if at is None else {"position": at + 1})
        self.message = MESSAGES[code].format(**self.values)
        super().__init__(f"{where}: {self.message}")
