"""Results of typed hands before they are saved: scores, running totals and contradictions."""

from dataclasses import asdict, replace
from typing import Any

from scoring.game.rules.hands import Hand
from scoring.sheets.models.results import Comparison
from scoring.sheets.rules.comparison import TableRecord, compare
from scoring.sheets.rules.running_rows import written_otherwise
from scoring.sheets.selectors.checking.findings import cause_text, kinds_text
from tournament.wording import WINDS
from web.desk.sheets.labels import deviation_text
from web.desk.sheets.paper.forms import TypingForm
from web.desk.sheets.paper.penalty_lines import penalty_lines, points_by_seat
from web.shared.seats_now import seat_namer


def typed_results(form: TypingForm) -> dict[str, Any]:
    """Return ``rows``, ``deals``, ``errors`` by field, ``findings``, ``sums`` and ``agrees`` of a validated form.

    ``rows`` is hand number -> {"scores": […], "totals": […]} in seat order; it leaves out hands with errors. ``deals``
    is hand number -> period, round and dealer as text, where the hands before decide them (IMJ 12, 13). ``sums``
    are those of the hands without penalties ("hands") and with all of them ("all"), in seat order. ``agrees``: hands,
    penalties and signed totals are there and add up.
    """
    hands = _with_penalties(form)
    rows = {
        hand.no: {"scores": [scores[seat] for seat in form.seats], "totals": [totals[seat] for seat in form.seats]}
        for hand, scores, totals in form.game.running_totals(hands, form.seats)
    }
    errors = {name: [str(error) for error in field_errors] for name, field_errors in form.errors.items()}
    row_findings = findings(form, hands)
    sums = _sums(form, hands)
    agrees = not errors and not row_findings and bool(hands) and set(form.totals or ()) == set(form.seats)
    return {
        "rows": rows,
        "deals": _deals(form),
        "errors": errors,
        "findings": row_findings,
        "sums": sums,
        "agrees": agrees,
    }


def _deals(form: TypingForm) -> dict[int, str]:
    if form.game.terms.periods == 1:
        return {}
    course = form.game.course(form.played.values(), form.facts.seating)
    return {no: f"{deal.period} · {deal.round} · {WINDS[deal.dealer]}" for no, deal in course.deals.items()}


def _sums(form: TypingForm, hands: list[Hand]) -> dict[str, list[int]]:
    plain = [replace(hand, adjustments={}) for hand in hands]
    running = list(form.game.running_totals(plain, form.seats))
    won = running[-1][2] if running else dict.fromkeys(form.seats, 0)
    penalties = points_by_seat(penalty_lines(form.facts))
    without = [won[seat] for seat in form.seats]
    return {"hands": without, "all": [won[seat] + penalties.get(seat, 0) for seat in form.seats]}


def findings(form: TypingForm, hands: list[Hand]) -> list[str]:
    """Return sentences: where written running totals differ from the hands, and contradictions with likely causes."""
    sentences = []
    deviation = written_otherwise(form.game, hands, form.written, form.seats)
    if deviation:
        sentences.append(deviation_text(*deviation))
    totals = form.totals
    if form.errors or not totals or set(totals) != set(form.seats):
        return sentences
    ties = form.facts.sheet.table.session.event.scoring_settings.ties
    record: TableRecord = replace(
        form.facts.record(ties), hands=tuple(hands), totals=totals, table_points=form.stated or None
    )
    try:
        discrepancies = compare(record)
    except ValueError:  # unreadable table points: the service refuses them at their field
        return sentences
    for discrepancy in discrepancies:
        cause = {name: value for name, value in asdict(discrepancy.cause).items() if value not in (None, ())}
        comparison = Comparison(kinds=list(discrepancy.kinds), cause=cause)
        sentences.append(f"{kinds_text(comparison)}: {cause_text(comparison, seat_namer(form.facts.sittings))}")
    return sentences


def _with_penalties(form: TypingForm) -> list[Hand]:
    """Return the valid typed hands with their penalties.

    Penalties of a hand that is not recorded yet are left out, because they count between hands until then.
    """
    adjustments: dict[int, dict[Any, int]] = {}
    recorded = {hand.no for hand in form.facts.hands}
    for adjustment in form.facts.adjustments:
        if adjustment.hand_no not in recorded:
            continue
        seats = adjustments.setdefault(adjustment.hand_no, {})
        seats[adjustment.seat] = seats.get(adjustment.seat, 0) + adjustment.points
    return [
        replace(hand, adjustments=adjustments.get(no, {}))
        for no, hand in sorted(form.played.items())
        if f"h{no}" not in form.errors
    ]
