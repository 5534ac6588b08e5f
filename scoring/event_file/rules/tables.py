"""Check one table of an event file: seats, persons, hands, totals and penalties."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, column, rows_in, twice
from scoring.game.rules.course import TableSeating
from scoring.game.rules.game import Game
from scoring.game.rules.seats import SEATS
from scoring.sheets.rules.documents import hand_in

# The key of a hand at which each finding of the rules is reported.
_SHOWN_AT = {
    "hand-number": "no",
    "winner-discards": "discarder",
    "winner-without-points": "points",
    "below-minimum": "points",
    "points-without-winner": "points",
    "discarder-without-winner": "discarder",
    "aborted-with-winner": "aborted",
    "no-rank": "fans",
    "below-lowest": "fans",
    "robbed-without-discarder": "robbed",
    "bound-without-winner": "bound",
    "bound-with-discarder": "bound",
    "bound-wins": "bound",
    "false-win-named": "false_wins",
    "false-win-before-draw": "false_wins",
    "false-win-aborted": "false_wins",
    "false-win-twice": "false_wins",
}
#: The keys of a hand and of a table that one game alone has.
_OF_GAMES = {"mcr": {"points", "rounds", "recorded"}, "imj": {"fans", "robbed", "bound", "false_wins", "periods"}}


def table_problems(table: dict[str, Any], path: Steps, game: Game) -> Iterator[Problem]:
    """Find facts at empty seats, impossible hands, missing totals and wrong penalties of a table."""
    taken = set(table["seats"])
    persons = {person["seat"] for person in table.get("persons", [])}
    played = taken - {forfeit["seat"] for forfeit in table.get("forfeits", [])} | (taken & persons)
    for key in ("persons", "forfeits", "penalties"):
        rows = column(rows_in(table, key, path), "seat")
        yield from _at_empty_seat(rows, taken)
        if key == "forfeits":
            yield from twice(rows, "seat-twice")
    for key in ("totals", "table_points"):
        yield from _at_empty_seat((((*path, key, seat), seat) for seat in table.get(key, {})), taken)
    missing = [seat for seat in SEATS if seat in played - set(table.get("totals", {}))]
    if missing and table.get("totals"):
        yield Problem((*path, "totals"), "totals-incomplete", {"seats": ", ".join(missing)})
    yield from _persons(table, path)
    yield from _hands(table, path, taken, played, game)
    yield from _of_other_games(table, path, game)
    yield from _order(table, path, game)
    for here, penalty in rows_in(table, "penalties", path):
        if penalty["points"] == 0 and not penalty.get("dead", False):
            yield Problem((*here, "points"), "penalty-without-points", {"value": 0})
        if "hand" in penalty and any(hand["no"] == penalty["hand"] for hand in table.get("hands", [])):
            yield Problem((*here, "hand"), "penalty-of-hand", {"value": penalty["hand"]})


def _at_empty_seat(rows: Iterable[tuple[Steps, str]], taken: set[str]) -> Iterator[Problem]:
    for path, seat in rows:
        if seat not in taken:
            yield Problem(path, "empty-seat", {"value": seat})


def _persons(table: dict[str, Any], path: Steps) -> Iterator[Problem]:
    rows = rows_in(table, "persons", path)
    for here, person in rows:
        if "number" not in person and "name" not in person:
            yield Problem(here, "person-without-name", {})
        if "number" in person and "name" in person:
            yield Problem((*here, "name"), "person-with-both", {"value": person["number"]})
    yield from twice(
        (((*here, "from_hand"), (person["seat"], person["from_hand"])) for here, person in rows), "person-hand-twice"
    )
    sitting: dict[str, Any] = dict(table["seats"])
    for here, person in sorted(rows, key=lambda row: row[1]["from_hand"]):
        number_or_name = person.get("number", person.get("name"))
        if number_or_name is not None and number_or_name == sitting.get(person["seat"]):
            yield Problem(here, "person-sits-already", {"value": number_or_name})
        sitting[person["seat"]] = number_or_name


def _hand_penalties(hand: dict[str, Any], path: Steps) -> Iterator[Problem]:
    """Find single penalties that do not add up to the hand's adjustments, and repeated ones."""
    if "penalties" not in hand:
        return
    sums: Counter[str] = Counter()
    for penalty in hand["penalties"]:
        sums[penalty["seat"]] += penalty["points"]
    if {seat: points for seat, points in sums.items() if points} != hand.get("adjustments", {}):
        yield Problem((*path, "penalties"), "penalties-adjustments", {})
    rows = rows_in(hand, "penalties", path)
    yield from twice(((here, (row["order"], row["seat"])) for here, row in rows), "penalty-twice")


def _hands(table: dict[str, Any], path: Steps, taken: set[str], played: set[str], game: Game) -> Iterator[Problem]:
    hands = rows_in(table, "hands", path)
    yield from twice(column(hands, "no"), "hand-twice")
    for here, hand in hands:
        for key in ("winner", "discarder"):
            seat = hand.get(key)
            if seat is not None and seat not in played:
                code = "nobody-sat" if seat in taken else "empty-seat"
                yield Problem((*here, key), code, {"value": seat})
        adjusted = (((*here, "adjustments", seat), seat) for seat in hand.get("adjustments", {}))
        yield from _at_empty_seat(adjusted, taken)
        yield from _hand_penalties(hand, here)
        for code in game.hand_faults(hand_in(hand)):
            key = _SHOWN_AT[code]
            yield Problem((*here, key), code, {"value": hand.get(key)})
        yield from _of_other_games(hand, here, game)


def _of_other_games(document: dict[str, Any], path: Steps, game: Game) -> Iterator[Problem]:
    foreign = {key for other, keys in _OF_GAMES.items() if other != game.key for key in keys}
    for key in sorted(foreign & set(document)):
        yield Problem((*path, key), "other-game", {"value": key})


def _order(table: dict[str, Any], path: Steps, game: Game) -> Iterator[Problem]:
    """Find periods without the four seats, repeated ones, and deals that the course of the table does not have."""
    rows = rows_in(table, "periods", path)
    yield from twice(column(rows, "period"))
    for here, row in rows:
        fault = game.seat_order_fault(row["period"], row["places"])
        if fault:
            yield Problem((*here, "period" if fault == "no-period" else "places"), fault, {"value": row["places"]})
    if game.terms.periods == 1:
        return
    hands = [hand_in(hand) for hand in table.get("hands", [])]
    course = game.course(hands, TableSeating(rounds={row["period"]: tuple(row["places"]) for _here, row in rows}))
    for index, hand in enumerate(hands):
        if hand.no not in course.deals:
            code = "after-the-end" if course.over else "deal-too-early"
            yield Problem((*path, "hands", index, "no"), code, {"value": hand.no})
