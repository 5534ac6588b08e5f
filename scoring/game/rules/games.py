"""Which game a rule set plays."""

from functools import lru_cache

from scoring.game.rules.game import Game
from scoring.game.rules.imj.game import IMJ, Agreed, Imj, agreed_terms
from scoring.game.rules.mcr.game import MCR

_GAMES: dict[str, Game] = {"wmo-2014": MCR, "guobiao": MCR, "gb-1998": MCR, "imj-0702": IMJ}


def game_of(rules: str) -> Game:
    """Return the game of an event with this rule set; files may name a set that has no game of its own yet."""
    return _GAMES.get(rules, MCR)


@lru_cache(maxsize=64)
def agreed_game(rules: str, agreed: Agreed) -> Game:
    """Return the game of a rule set on the terms that the event agreed on; only those of IMJ leave a choice (IMJ 7)."""
    game = game_of(rules)
    return Imj(agreed_terms(agreed)) if game is IMJ else game
