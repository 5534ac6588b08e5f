"""Move fouls to the person who really sat on the seat, when a sheet's seats are corrected."""

from collections.abc import Sequence
from copy import copy

from django.utils.translation import gettext as _

from common.actions.engine import ActionContext
from common.actions.errors import Refused
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import HAND, SESSION
from scoring.fouls.selectors.fouls import catalogue_of, regime_of
from scoring.fouls.services.effects import Touched, conclude_sheets, put_effects, recount_repetitions, remove_effects
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.tables import Sitting

#: The name of a sheet's version that changes only because fouls at another table are recounted.
ELSEWHERE = "foul.count_anew"


def follow_seats(context: ActionContext, sheets: Sequence[Sheet]) -> None:
    """Assign every foul at these tables to the person who sat on its seat in its hand.

    The points of a hand remain with the seat. Penalties of the session and proposed measures follow the person, and
    repeated fouls are recounted for both persons. The caller holds the sheets locked and concludes them; this function
    concludes other sheets that change. Refused if the payee of a session's penalty would become its payer.
    """
    touched = Touched({sheet.pk: sheet for sheet in sheets})
    given_sheets = set(touched.sheets)
    counted: list[Foul] = []
    for sheet in list(touched.sheets.values()):
        sittings = list(Sitting.objects.filter(table=sheet.table).order_by("from_hand"))
        for foul in Foul.objects.filter(sheet=sheet).select_related("event", "session", "entry", "paid_to"):
            sitting = _new_sitting(foul, [sitting for sitting in sittings if sitting.seat == foul.seat])
            if sitting and (foul.entry_id, foul.name) != (sitting.entry_id, sitting.name):
                before = _unstored_copy(foul)
                _reassign(context, foul, sitting, touched)
                counted += [before, _unstored_copy(foul)]
    _recount(context, counted, touched)
    other_sheets = Touched({pk: sheet for pk, sheet in touched.sheets.items() if pk not in given_sheets})
    conclude_sheets(context, other_sheets, ELSEWHERE, {})


def _new_sitting(foul: Foul, sittings: Sequence[Sitting]) -> Sitting | None:
    """Return the sitting on the foul's seat in its hand; None if the foul does not move.

    A foul before the first hand or of the session (lateness, dress) never belongs to a filler who came later: only a
    repair of seats moves it.
    """
    so_far = [sitting for sitting in sittings if sitting.from_hand <= max(foul.hand_no, 1)]
    if not so_far:
        return None
    if foul.hand_no and foul.scope == HAND:
        return so_far[-1]
    repaired = [sitting for sitting in so_far if sitting.exchanged]
    if not repaired and (foul.entry_id, foul.name) in {(sitting.entry_id, sitting.name) for sitting in so_far}:
        return None
    sitting = repaired[-1] if repaired else so_far[0]
    return sitting if sitting.entry_id else None


def _reassign(context: ActionContext, foul: Foul, sitting: Sitting, touched: Touched) -> None:
    moves_penalty = foul.stands and foul.scope == SESSION
    if moves_penalty:
        _refuse_own_payee(foul, sitting)
        remove_effects(context, foul, touched)
    foul.entry, foul.name = sitting.entry, sitting.name
    if moves_penalty:
        put_effects(context, foul, touched)
    foul.save(update_fields=["entry", "name"])
    if sitting.entry_id:
        foul.measures.filter(status=Measure.State.PROPOSED).update(entry=sitting.entry_id)


def _refuse_own_payee(foul: Foul, sitting: Sitting) -> None:
    """Raise Refused if the payee of the foul's points would have to pay them."""
    if foul.paid_to is not None and foul.paid_to_id == sitting.entry_id:
        message = _(
            "%(name)s receives the points of foul %(number)d and would now also pay them. Cancel that"
            " foul first, and record it again when the seats are right."
        )
        raise Refused(message % {"name": foul.paid_to.name, "number": foul.number})


def _unstored_copy(foul: Foul) -> Foul:
    """Return a copy without a key, so that a recount with it includes every stored foul."""
    unstored = copy(foul)
    unstored.pk = None
    return unstored


def _recount(context: ActionContext, fouls: Sequence[Foul], touched: Touched) -> None:
    if not fouls:
        return
    event = fouls[0].event
    regime, kinds = regime_of(event), catalogue_of(event)
    for foul in fouls:
        if foul.kind in kinds:
            recount_repetitions(context, foul, kinds[foul.kind], regime, touched)
