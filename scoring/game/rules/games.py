"""Which game a rule set plays."""

from scoring.game.rules.game import Game
from scoring.game.rules.imj.game import IMJ
from scoring.game.rules.mcr.game import MCR

_GAMES: dict[str, Game] = {"wmo-2014": MCR, "guobiao": MCR, "gb-1998": MCR, "imj-0702": IMJ}


def game_of(rules: str) -> Game:
    """Return the game of an event with this rule set; files may name a set that has no game of its own yet."""
    return _GAMES.get(rules, MCR)
