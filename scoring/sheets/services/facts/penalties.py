"""Enter and remove penalty points on a sheet, in or between hands."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused, Unusual
from common.i18n.wording import one_line
from scoring.game.rules.games import game_of
from scoring.settings.models.penalties import PenaltySettings
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import NOBODY, penalty_rows
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.labels import questions
from scoring.sheets.services.facts.hand_numbers import check_hand_number
from scoring.sheets.services.facts.writing import (
    TYPISTS,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    refuse_if_owned,
    unchanged,
    unsettle,
)

#: Penalties need a reason in every state that allows them.
WITH_REASON: dict[str, Answer] = {
    Sheet.State.OPEN: Answer.ASKS,
    Sheet.State.CHECKED: Answer.ASKS,
    Sheet.State.SIGNED: Answer.REFUSED,
    Sheet.State.CONFIRMED: Answer.REFUSED,
}


@dataclass(frozen=True)
class TablePenalty:
    """The ``points`` (0 or more) that ``seat`` loses in hand ``hand_no`` (0: between hands).

    ``payee``: "nobody", "each" (every other seat gets ``points``) or a seat. ``dead``: the player can no longer win
    this hand; a dead hand alone is a penalty of 0 points. ``foul``: the id of the foul behind the penalty.
    """

    seat: str
    points: int
    hand_no: int = 0
    payee: str = NOBODY
    article: str = ""
    dead: bool = False
    foul: int | None = None


@action(
    "sheet.penalty",
    summary=gettext_lazy("Enter penalty points at a table"),
    roles=TYPISTS,
    subject="sheet",
    states=WITH_REASON,
)
def give_penalty(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    penalty: TablePenalty,
    acknowledged: Collection[str] = (),
) -> Done:
    """Take points from a seat and give them to the payee, with the action's reason.

    It holds for won, drawn, aborted and void hands (3.11). Asks "off-tariff". The answer has ``penalty``: its order in
    the hand.
    """
    guard(context, sheet, seen)
    if _is_off_tariff(penalty, sheet) and "off-tariff" not in acknowledged:
        _check_penalty(penalty, sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0])
        raise Unusual(questions(["off-tariff"]), where="points")
    order, moved = put_penalty(context, sheet, penalty)
    unsettle(context, sheet)
    after = {"no": penalty.hand_no, "points_by_seat": moved, "article": penalty.article, "dead": penalty.dead}
    return conclude(context, sheet, VersionNote("sheet.penalty", after=after, answer={"penalty": order}))


def _is_off_tariff(penalty: TablePenalty, sheet: Sheet) -> bool:
    """Whether the rules have no penalty of these points (3.11.2.2); a dead hand alone costs none."""
    event = sheet.table.session.event
    burnt = event.penalties_settings.false_win == PenaltySettings.FalseWin.BURNT
    return penalty.points != 0 and game_of(event.rules).terms.is_off_tariff(penalty.points, burnt=burnt)


def put_penalty(context: ActionContext, sheet: Sheet, penalty: TablePenalty) -> tuple[int, dict[Any, int]]:
    """Write the rows of a penalty into the sheet's next version, which the caller concludes.

    Return its order in the hand and seat -> points moved. Refused like `give_penalty`.
    """
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    _check_penalty(penalty, facts)
    moved = _points_by_seat(penalty, facts.played_seats)
    winners = [hand.winner for hand in facts.hands if hand.no == penalty.hand_no]
    if penalty.dead and penalty.seat in winners:
        raise Refused(_("This player's hand is dead: it cannot win. Correct the hand first."), where="dead")
    orders = Adjustment.objects.filter(sheet=sheet, hand_no=penalty.hand_no).aggregate(last=Max("order"))
    order = 0 if orders["last"] is None else orders["last"] + 1
    for seat, points in moved.items():
        row = Adjustment(seat=seat, hand_no=penalty.hand_no, order=order, points=points, foul_id=penalty.foul)
        row.article, row.reason = one_line(penalty.article, 30), one_line(context.reason)
        row.dead = penalty.dead and seat == penalty.seat
        begin(context, sheet, row)
    return order, moved


def _points_by_seat(penalty: TablePenalty, seats: Collection[str]) -> dict[Any, int]:
    try:
        return penalty_rows(penalty.seat, penalty.points, penalty.payee, seats)  # type: ignore[arg-type]
    except ValueError:
        raise Refused(_("These points cannot be paid to this recipient."), where="payee") from None


@action(
    "sheet.remove_penalty",
    summary=gettext_lazy("Undo penalty points"),
    roles=TYPISTS,
    subject="sheet",
    states=WITH_REASON,
)
def remove_penalty(context: ActionContext, sheet: Sheet, *, seen: int, hand_no: int, order: int) -> Done:
    """Remove the penalty with this order in this hand, with a reason; earlier versions keep it."""
    guard(context, sheet, seen)
    rows = list(Adjustment.objects.current().filter(sheet=sheet, hand_no=hand_no, order=order))
    if not rows:
        return unchanged(sheet)
    refuse_if_owned(rows)
    end(context, sheet, rows)
    unsettle(context, sheet)
    before = {"no": hand_no, "points_by_seat": {row.seat: row.points for row in rows}, "article": rows[0].article}
    return conclude(context, sheet, VersionNote("sheet.remove_penalty", before=before))


def _check_penalty(penalty: TablePenalty, facts: SheetFacts) -> None:
    if penalty.seat not in facts.seats:
        raise Refused(_("This seat has no player."), where="seat")
    check_hand_number(facts.game, penalty.hand_no, "hand_no")
    if not 0 <= penalty.points < facts.game.terms.most_total or (penalty.points == 0 and not penalty.dead):
        raise Refused(_("Enter how many points are lost."), where="points")
    if penalty.dead and not penalty.hand_no:
        raise Refused(_("Enter the hand that the player cannot win."), where="hand_no")
