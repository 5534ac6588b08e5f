"""Sheets of an event under the International Mahjong Rules."""

from typing import Any

from common.actions.permissions import system_actor
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.imj.chart import fans_of
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.people.periods import seat_period
from tests.scoring.game.rules.imj.tables import Played, played
from tests.support.events import small_event
from tests.support.sheets import empty_sheet

ACTOR = system_actor("test")
#: What the deals of tests are asked back.
ASKED = ("limit-reached", "special-below-lowest")


def imj_sheet(slug: str = "small", **columns: Any) -> Sheet:
    """Create an event and an open sheet without seats of its periods."""
    event = small_event(slug)
    event.rules = event.Rules.IMJ_0702
    event.save()
    return empty_sheet(event, **columns)


def facts_of_hand(hand: PlayedHand) -> HandFacts:
    """Return a hand of the rules as the service takes it."""
    return HandFacts(
        hand.no, hand.winner, hand.discarder, hand.points, hand.aborted, hand.robbed, hand.bound, hand.false_wins
    )


def play(sheet: Sheet, hands: list[PlayedHand], orders: dict[int, str]) -> None:
    """Enter the seats of the periods when they begin, and the deals."""
    version = sheet.version
    for period, places in orders.items():
        if period == 1:
            version = seat_period(ACTOR, sheet, seen=version, period=1, places=places)["version"]
    for hand in hands:
        sheet.refresh_from_db()
        version = record_hand(ACTOR, sheet, seen=sheet.version, hand=facts_of_hand(hand), acknowledged=ASKED)["version"]
    sheet.refresh_from_db()


def imj_document() -> dict[str, Any]:
    """Return the event file of eight players: a confirmed table of two periods, one under way, one not begun."""
    seats = [dict(zip("ESWN", range(first, first + 4), strict=True)) for first in (1, 5)]
    whole, begun = played(5), played(8, 20)
    tables = [
        {"number": 1, "seats": seats[0], "periods": _periods(whole), "hands": _hands(whole), "totals": whole.totals},
        {"number": 2, "seats": seats[1], "state": "open", "periods": _periods(begun), "hands": _hands(begun)},
    ]
    players = [{"number": number, "name": f"选手{number}", "country": "CN"} for number in range(1, 9)]
    return {
        "format": "mcr-event/1",
        "event": {"id": "imj-cup", "name": "国际麻将杯", "country": "CN", "rules": "imj-0702", "sessions": 2}
        | {"scope": "national"},
        "teams": [],
        "players": players,
        "sessions": [
            {"number": 1, "tables": tables},
            {"number": 2, "tables": [{"number": number, "seats": table} for number, table in enumerate(seats, 1)]},
        ],
    }  # fmt: skip


def deal_rows(table: Played) -> dict[str, Any]:
    """Return the periods and the hands of a table as in the event file."""
    return {"periods": _periods(table), "hands": _hands(table)}


def _periods(table: Played) -> list[dict[str, Any]]:
    return [{"period": period, "places": "".join(order)} for period, order in table.orders.items()]


def _hands(table: Played) -> list[dict[str, Any]]:
    return [_hand(hand) for hand in table.hands]


def _hand(hand: PlayedHand) -> dict[str, Any]:
    extras = {"aborted": hand.aborted, "robbed": hand.robbed, "bound": hand.bound}
    extras["false_wins"] = sorted(hand.false_wins, key="ESWN".index)
    fans = {} if hand.points is None else {"fans": fans_of(hand.points)}
    discarder = {"discarder": hand.discarder} if hand.discarder else {}
    row = {"no": hand.no, "winner": hand.winner} | discarder | fans
    return row | {key: value for key, value in extras.items() if value}
