"""The game of an event file, on the terms that the file states."""

from typing import Any

from scoring.game.rules.game import Game
from scoring.game.rules.games import agreed_game
from scoring.game.rules.imj.game import Agreed


def game_in(event: dict[str, Any]) -> Game:
    """Return the game of the file's ``event`` (IMJ 7)."""
    terms = event.get("settings", {}).get("imj", {})
    names = ("lowest_fans", "highest_fans", "start_mados")
    stated = {name: terms[name] for name in names if name in terms}
    return agreed_game(event["rules"], Agreed(**stated, table_points=terms.get("ranking") == "table-points"))
