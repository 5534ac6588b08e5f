"""Fouls follow the person: who really sat on a seat is whose foul it was, also when that is found later."""

from collections.abc import Sequence
from copy import copy

from django.utils.translation import gettext as _

from common.actions.engine import Call
from common.actions.errors import Refused
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import HAND, SESSION
from scoring.fouls.selectors.fouls import catalogue_of, regime_of
from scoring.fouls.services.effects import Touched, conclude_sheets, count_anew, put_effects, take_effects
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.tables import Sitting

#: What the version of a sheet is called that changes only because fouls at another table are counted anew.
ELSEWHERE = "foul.count_anew"


def follow_seats(call: Call, sheets: Sequence[Sheet]) -> None:
    """Give every foul at these tables to who sits on its seat in its hand; the points of a hand stand on the seat.

    Penalties of the session and proposed measures go along with the person, and repeated fouls are counted anew for
    both. The caller, who holds the sheets locked, concludes them; another sheet that changes so is concluded here.
    Refused where a penalty of the session would so go to its own payer.
    """
    touched = Touched({sheet.pk: sheet for sheet in sheets})
    given = set(touched.sheets)
    counted: list[Foul] = []
    for sheet in list(touched.sheets.values()):
        sittings = list(Sitting.objects.filter(table=sheet.table).order_by("from_hand"))
        for foul in Foul.objects.filter(sheet=sheet).select_related("event", "session", "entry", "paid_to"):
            whose = _whose(foul, [one for one in sittings if one.seat == foul.seat])
            if whose and (foul.entry_id, foul.name) != (whose.entry_id, whose.name):
                counted += [_probe(foul), _probe(_moved(call, foul, whose, touched))]
    _count(call, counted, touched)
    others = Touched({pk: sheet for pk, sheet in touched.sheets.items() if pk not in given})
    conclude_sheets(call, others, ELSEWHERE, {})


def _whose(foul: Foul, sittings: Sequence[Sitting]) -> Sitting | None:
    """Who sat on the foul's seat in its hand; None if it stays whose it is.

    What was done before the first hand or belongs to the session (lateness, dress) was never a filler's who came then:
    only a repair of seats moves it.
    """
    there = [one for one in sittings if one.from_hand <= max(foul.hand_no, 1)]
    if not there or (foul.hand_no and foul.scope == HAND):
        return there[-1] if there else None
    repaired = [one for one in there if one.exchanged]
    if not repaired and (foul.entry_id, foul.name) in {(one.entry_id, one.name) for one in there}:
        return None
    whose = (repaired or there[:1])[-1]
    return whose if whose.entry_id else None


def _moved(call: Call, foul: Foul, whose: Sitting, touched: Touched) -> Foul:
    goes_along = foul.stands and foul.scope == SESSION
    if goes_along:
        _refuse_own_payee(foul, whose)
        take_effects(call, foul, touched)
    foul.entry, foul.name = whose.entry, whose.name
    if goes_along:
        put_effects(call, foul, touched)
    foul.save(update_fields=["entry", "name"])
    if whose.entry_id:
        foul.measures.filter(status=Measure.State.PROPOSED).update(entry=whose.entry_id)
    return foul


def _refuse_own_payee(foul: Foul, whose: Sitting) -> None:
    """Refused where who gets the foul's points would have to pay them."""
    if foul.paid_to is not None and foul.paid_to_id == whose.entry_id:
        message = _(
            "%(name)s gets the points of foul %(number)d and would now pay them too: cancel that foul first, "
            "and record it again when the seats are right."
        )
        raise Refused(message % {"name": foul.paid_to.name, "number": foul.number})


def _probe(foul: Foul) -> Foul:
    """A foul of the same person and place that is stored nowhere: so all that are counted with it are counted."""
    found = copy(foul)
    found.pk = None
    return found


def _count(call: Call, probes: Sequence[Foul], touched: Touched) -> None:
    if not probes:
        return
    event = probes[0].event
    regime, kinds = regime_of(event), catalogue_of(event)
    for probe in probes:
        if probe.kind in kinds:
            count_anew(call, probe, kinds[probe.kind], regime, touched)
