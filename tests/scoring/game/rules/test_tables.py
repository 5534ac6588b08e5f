"""The recorded tables of tests/data/tables.json, which the phone's script must read in the same way."""

import json
from typing import Any

import pytest

from scoring.game.rules.course import TableSeating
from scoring.game.rules.game import Game
from scoring.game.rules.games import agreed_game
from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.chart import HALVES
from scoring.game.rules.imj.game import IMJ, Agreed
from scoring.game.rules.mcr.game import MCR
from tests.support.paths import ROOT

GAMES: dict[str, Game] = {"mcr": MCR, "imj": IMJ}
TABLES = json.loads((ROOT / "tests/data/tables.json").read_text())


def agreed(table: dict[str, Any]) -> Game:
    """Return the game of a table, on its terms: mados at the start, ranks in half fans."""
    if "terms" not in table:
        return GAMES[table["game"]]
    terms = table["terms"]
    return agreed_game("imj-0702", Agreed(terms["lowest"] // HALVES, terms["highest"] // HALVES, terms["start"]))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['game']}: {table['name']}")
def test_a_recorded_table_has_its_course_and_its_totals(table: dict[str, Any]) -> None:
    game = agreed(table)
    hands = [Hand(**hand) for hand in table["hands"]]
    seated = {int(number): tuple(order) for number, order in table["seated"].items()}
    course = game.course(hands, TableSeating(tuple(table["seats"]), seated))  # type: ignore[arg-type]
    following = course.next.no if course.next else None
    assert "".join(deal.dealer for deal in course.deals.values()) == table["dealers"].replace(" ", "")
    assert "".join(str(deal.round) for deal in course.deals.values()) == table["rounds"].replace(" ", "")
    for no, winds in table["winds"].items():
        assert course.deals[int(no)].winds == dict(zip("ESWN", winds, strict=True))
    assert (list(course.due), following, course.over) == (table["due"], table["next"], table["next"] is None)
    scores = game.session_scores(hands, seats=course.seats)
    assert {seat: game.start + score for seat, score in scores.items()} == table["totals"]
