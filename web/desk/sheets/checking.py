"""What was typed, worked out before it is saved: scores and running totals of every hand, and what contradicts."""

from dataclasses import asdict, replace
from typing import Any

from scoring.game.rules.hands import Hand, running_totals
from scoring.sheets.models.results import Comparison
from scoring.sheets.rules.comparison import TableRecord, compare
from scoring.sheets.rules.keying import written_otherwise
from scoring.sheets.selectors.checking.findings import cause_text, kinds_text
from web.desk.sheets.forms import TypingForm
from web.desk.sheets.labels import parts_from


def worked_out(form: TypingForm) -> dict[str, Any]:
    """The form's rows by hand number ({"scores": […], "totals": […]} in the order of the seats) and ``findings``.

    The form has been validated; what is wrong in it is left out and stands in ``errors``, by field.
    """
    hands = _with_penalties(form)
    rows = {
        hand.no: {"scores": [scores[seat] for seat in form.seats], "totals": [totals[seat] for seat in form.seats]}
        for hand, scores, totals in running_totals(hands, form.seats)
    }
    errors = {name: [str(error) for error in found] for name, found in form.errors.items()}
    return {"rows": rows, "errors": errors, "findings": findings(form, hands)}


def findings(form: TypingForm, hands: list[Hand]) -> list[str]:
    """Where the written running totals part from the hands, and what totals and table points contradict, and why."""
    found = []
    apart = written_otherwise(hands, form.written, form.seats)
    if apart:
        found.append(parts_from(*apart))
    totals = form.totals
    if form.errors or not totals or set(totals) != set(form.seats):
        return found
    ties = form.facts.sheet.table.session.event.scoring_settings.ties
    record: TableRecord = replace(
        form.facts.record(ties), hands=tuple(hands), totals=totals, table_points=form.stated or None
    )
    try:
        discrepancies = compare(record)
    except ValueError:  # table points that cannot be read: the service says so beside the field
        return found
    for one in discrepancies:
        cause = {name: value for name, value in asdict(one.cause).items() if value not in (None, ())}
        comparison = Comparison(kinds=list(one.kinds), cause=cause)
        found.append(f"{kinds_text(comparison)}: {cause_text(comparison)}")
    return found


def _with_penalties(form: TypingForm) -> list[Hand]:
    """The typed hands with the penalties in them; those of a hand not recorded yet count between hands till then."""
    standing: dict[int, dict[Any, int]] = {}
    recorded = {hand.no for hand in form.facts.hands}
    for one in form.facts.adjustments:
        if one.hand_no not in recorded:
            continue
        seats = standing.setdefault(one.hand_no, {})
        seats[one.seat] = seats.get(one.seat, 0) + one.points
    return [
        replace(hand, adjustments=standing.get(no, {}))
        for no, hand in sorted(form.played.items())
        if f"h{no}" not in form.errors
    ]
