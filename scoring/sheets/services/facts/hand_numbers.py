"""Refuse numbers of hands that a game does not have."""

from common.actions.errors import Refused
from scoring.game.rules.game import Game
from scoring.sheets.selectors.labels import NO_SUCH_HAND


def check_hand_number(game: Game, no: int, where: str, *, least: int = 0) -> None:
    """Raise Refused at the field ``where`` unless ``no`` is a hand of the game; ``least`` 0 allows between hands."""
    if not least <= no <= game.terms.last_hand:
        raise Refused(str(NO_SUCH_HAND[game.key]), where=where)
