"""The hand of a row of a list of results."""

import re
from typing import Any

from django.utils.translation import gettext as _

from scoring.game.rules.imj.chart import halves_of
from scoring.game.rules.imj.game import IMJ
from scoring.game.rules.seats import SEATS
from scoring.sheets.rules.result_files import ABORTED, DRAWN, SELF_DRAWN, FileRow
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.paper.list_cells import Wrong, number_of, required_number, seat_named
from tournament.registration.rules.cells import key, words

#: Words for a kong that was not robbed, and for nobody who pays or declared falsely.
NOBODY = DRAWN | frozenset(map(key, words("no, false, 否, いいえ")))


def hand_of(facts: SheetFacts, row: FileRow) -> dict[str, Any]:
    """Return the hand of a row as `type_sheet` takes it; raise Wrong."""
    imj = facts.game.key == IMJ.key
    winner, discarder = row.cells.get("winner", ""), row.cells.get("discarder", "")
    hand: dict[str, Any] = {"no": required_number(row, "hand"), "winner": None}
    if key(winner) in ABORTED or winner == "*":
        hand["aborted"] = True
    elif key(winner) not in DRAWN and key(winner):
        hand["winner"] = seat_named(facts, winner, "winner")
        if key(discarder) and key(discarder) not in SELF_DRAWN:
            hand["discarder"] = seat_named(facts, discarder, "discarder")
        if "points" in row.cells:
            hand["points"] = _rank(row) if imj else required_number(row, "points")
    elif not imj and number_of(row, "points"):
        raise Wrong("winner", _("The winner is missing."))
    return hand | (_extras(facts, row) if imj else {})


def _rank(row: FileRow) -> int:
    halves = halves_of(row.cells["points"])
    if halves is None:
        raise Wrong("points", _("Write fans like 5 or ½."))
    return halves


def _extras(facts: SheetFacts, row: FileRow) -> dict[str, Any]:
    """Return what the International Mahjong Rules add to a hand: a robbed kong, a binding, false wins."""
    bound = [seat_named(facts, name, "bound") for name in _named(row, "bound")]
    false_wins = [seat_named(facts, name, "false_wins") for name in _named(row, "false_wins")]
    extras: dict[str, Any] = {"robbed": True} if _named(row, "robbed") else {}
    extras |= {"bound": bound[0]} if bound else {}
    return extras | ({"false_wins": sorted(false_wins, key=SEATS.index)} if false_wins else {})


def _named(row: FileRow, name: str) -> list[str]:
    """Return the words of a cell, without those for nobody."""
    texts = re.split(r"[,;/、，]", row.cells.get(name, ""))
    return [text.strip() for text in texts if key(text) and key(text) not in NOBODY]
