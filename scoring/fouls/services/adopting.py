"""Record the fouls behind penalty points on sheets, including points that only the signed totals contain."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.locking import locked_row
from common.i18n.wording import one_line
from scoring.fouls.models import Foul
from scoring.fouls.rules.catalogue import HAND
from scoring.fouls.rules.missing import missing_fouls
from scoring.fouls.rules.proposing import Penalty, recorded_as
from scoring.fouls.selectors.fouls import catalogue_of, sitter_at
from scoring.fouls.services.effects import foul_done, foul_words, next_number, table_penalty
from scoring.game.rules.games import game_of
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hand_numbers import check_hand_number
from scoring.sheets.services.facts.penalties import put_penalty
from scoring.sheets.services.facts.writing import VersionNote, conclude
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

DECIDERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE]


@action(
    "foul.adopt", summary=gettext_lazy("Record penalty points of a hand as a foul"), roles=DECIDERS, subject="event"
)
def adopt_points(context: ActionContext, event: Event, *, sheet: Sheet, hand_no: int, order: int) -> Done:
    """Record the foul that explains penalty points on a sheet; the sheet itself does not change, in any state.

    10 to each is a false win (3.11.6.6(1)), 20 to each a false win that was not ready, 30 to each pushed tiles, or
    their burnt forms. Refused: points that match no entry or already have a foul.
    """
    locked = _locked(event, sheet)
    rows = list(Adjustment.objects.current().filter(sheet=locked, hand_no=hand_no, order=order))
    if any(row.foul_id for row in rows):
        raise Refused(_("These points already belong to a foul."))
    moved: dict[Any, int] = {row.seat: row.points for row in rows}
    offender: Any = min(moved, key=lambda seat: moved[seat], default=None)
    known = recorded_as(offender, moved, rows[0].article) if offender else None
    if known is None:
        raise Refused(_("These points match no foul in the catalogue."))
    code, penalty = known
    foul = _foul(context, event, locked, code, offender, hand_no, penalty)
    foul.article = rows[0].article or foul.article
    foul.save()
    Adjustment.objects.filter(pk__in=[row.pk for row in rows]).update(foul=foul)
    return foul_done(foul, None, foul_words(foul), ("live",))


@action(
    "foul.accept_missing",
    summary=gettext_lazy("Accept fouls that appear only in the totals of a table"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="event",
)
def accept_missing(context: ActionContext, event: Event, *, sheet: Sheet, seen: int, hand_no: int = 0) -> Done:
    """Record the fouls that explain why a table's signed totals differ from its hands.

    Totals, state and signatures do not change. ``seen`` is the sheet's version on the page; ``hand_no`` the hand, 0 if
    it is unknown. Refused: no reason, a hand that the game does not have, a newer version, or no fouls that explain the
    difference. The answer: ``fouls``, their numbers.
    """
    locked = _locked(event, sheet)
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    check_hand_number(game_of(event.rules), hand_no, "hand_no")
    if locked.version != seen:
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    comparison = Comparison.objects.filter(sheet=locked, contradicts=True).first()
    missing = missing_fouls(comparison.difference) if comparison else []
    if not missing:
        raise Refused(_("No foul explains the difference between the totals and the hands."))
    fouls = []
    for code, seat, penalty in missing:
        foul = _foul(context, event, locked, code, seat, hand_no, penalty)
        foul.save()
        put_penalty(context, locked, table_penalty(foul))
        fouls.append(foul)
    after = {"fouls": [foul_words(foul) for foul in fouls]}
    done = conclude(context, locked, VersionNote("foul.accept_missing", after=after))
    if Comparison.objects.filter(sheet=locked, contradicts=True).exists():
        raise Refused(_("No foul explains the difference between the totals and the hands."))
    numbers = [foul.number for foul in fouls]
    before = {"difference": comparison and comparison.difference}
    return Done({"fouls": numbers}, done.about, before, after, done.raises)


def _locked(event: Event, sheet: Sheet) -> Sheet:
    locked = locked_row(Sheet, sheet.pk, "table__session__event")
    if locked.table.session.event_id != event.pk:
        raise Refused(_("This is a table of another event."), where="sheet")
    return locked


def _foul(
    context: ActionContext, event: Event, sheet: Sheet, code: str, seat: str, hand_no: int, penalty: Penalty
) -> Foul:
    kind = catalogue_of(event)[code]
    sitting = sitter_at(sheet, seat, hand_no)
    foul = Foul(event=event, number=next_number(event), scope=HAND, session=sheet.table.session, sheet=sheet)
    foul.game = game_of(event.rules).key
    foul.kind, foul.outcome, foul.article = code, kind.outcomes[0].code, kind.article
    foul.seat, foul.hand_no = seat, hand_no
    foul.entry, foul.name = (sitting.entry, sitting.name) if sitting else (None, "")
    foul.effects, foul.points, foul.payee = list(penalty.effects), penalty.points, penalty.payee
    foul.proposed, foul.change_reason = True, one_line(context.reason)
    foul.entered_at, foul.entered_by = timezone.now().replace(microsecond=0), context.actor.name
    foul.entered_ref = context.actor.ref
    return foul
