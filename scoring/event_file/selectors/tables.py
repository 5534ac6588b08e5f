"""The tables of a session with their facts, for the event file."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from common.files.json_files.writing import present
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.rules.documents import hand_document
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import hand_value
from tournament.clocks.selectors.document import moved_document


def table_document(
    facts: SheetFacts, recorded: Mapping[tuple[int, int, str], HandRecord], fouls: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return a table with its facts, without empty values.

    ``recorded``: sheet's id, hand number and winner -> the record of the winning hand. ``fouls``: the documents of the
    table's fouls.
    """
    filled = bool(facts.hands or facts.totals)
    state = facts.sheet.state
    holders = {row.seat: row.entry.number for row in facts.sittings if row.entry and not row.from_hand}
    return {"number": facts.sheet.table.number, "seats": holders} | present(
        state=None if state == ("confirmed" if filled else "open") else state,
        persons=[_person(sitting) for sitting in facts.sittings if sitting.from_hand],
        **_seatings(facts),
        moved=moved_document(facts.sheet.table),
        forfeits=[present(seat=forfeit.seat, reason=forfeit.reason) for forfeit in facts.forfeits],
        hands=[
            _hand(hand, facts.adjustments, recorded.get((hand.sheet_id, hand.no, hand.winner))) for hand in facts.hands
        ],
        totals=facts.totals,
        table_points=facts.stated,
        penalties=_outside_hands(facts, named=any("order" in foul for foul in fouls)),
        fouls=fouls,
        settled=_settled(facts),
    )


def _seatings(facts: SheetFacts) -> dict[str, list[dict[str, Any]]]:
    """Return the rounds that were not seated as planned, or the seats of each period."""
    list_key, number_key = ("periods", "period") if facts.game.terms.periods > 1 else ("rounds", "round")
    return {list_key: [{number_key: row.round_no, "places": row.seats} for row in facts.rounds]}


def _outside_hands(facts: SheetFacts, *, named: bool) -> list[dict[str, Any]]:
    """Return penalties outside the recorded hands; ``named``: with the orders by which fouls refer to them."""
    return [
        _penalty(penalty)
        | present(hand=penalty.hand_no or None, dead=penalty.dead or None)
        | ({"order": penalty.order} if named else {})
        for penalty in facts.outside_hands
        if penalty.points or penalty.dead
    ]


def _person(sitting: Any) -> dict[str, Any]:
    number = sitting.entry and sitting.entry.number
    seat_fields = {"seat": sitting.seat, "from_hand": sitting.from_hand}
    return seat_fields | present(number=number, name=sitting.name, exchanged=sitting.exchanged or None)


def _hand(hand: Any, adjustments: Iterable[Any], recorded: HandRecord | None) -> dict[str, Any]:
    within = [penalty for penalty in adjustments if penalty.hand_no == hand.no]
    sums: Counter[str] = Counter()
    for penalty in within:
        sums[penalty.seat] += penalty.points
    detailed = any(penalty.article or penalty.reason or penalty.dead or penalty.order for penalty in within)
    return hand_document(hand.game, hand_value(hand)) | present(
        adjustments={seat: points for seat, points in sums.items() if points},
        penalties=[_hand_penalty(penalty) for penalty in within] if detailed else [],
        disputed=hand.disputed or None,
        recorded={**recorded.record, "calculated": recorded.calculated} if recorded else {},
    )


def _hand_penalty(adjustment: Any) -> dict[str, Any]:
    return {"order": adjustment.order} | _penalty(adjustment) | present(dead=adjustment.dead or None)


def _settled(facts: SheetFacts) -> dict[str, Any]:
    settlement = facts.settlement
    return present(way=settlement.way, reason=settlement.reason) if settlement else {}


def _penalty(adjustment: Any) -> dict[str, Any]:
    return {"seat": adjustment.seat, "points": adjustment.points} | present(
        article=adjustment.article, reason=adjustment.reason
    )
