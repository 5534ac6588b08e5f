"""Confirm and reopen signed sheets as the chief referee: one, or all of a session that add up."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused, Unusual
from common.backups.running import back_up_after_commit
from scoring.sheets.models.facts import Hand, Signature
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import disputed_hands
from scoring.sheets.selectors.facts.slots import changed_since
from scoring.sheets.selectors.labels import questions
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from scoring.sheets.services.facts.counting import recount
from scoring.sheets.services.facts.writing import VersionNote, begin, conclude, unsettle
from tournament.events.models.stages import Session
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role

NEVER = dict.fromkeys(Sheet.State.values, Answer.REFUSED)


@action(
    "sheet.confirm",
    summary=gettext_lazy("Confirm a signed sheet"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="sheet",
    states={**NEVER, Sheet.State.SIGNED: Answer.SAFE},
)
def confirm_sheet(context: ActionContext, sheet: Sheet, *, seen: int, acknowledged: Collection[str] = ()) -> Done:
    """Sign a sheet as the chief referee, which confirms it.

    Asks "contradiction". Refused for a disputed hand, or if a fact changed since ``seen``.
    """
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed in the meantime. Check it again first."))
    disputed = disputed_hands(sheet)
    if disputed:
        raise Refused(_("Hand %(no)s is disputed. The referee must decide first.") % {"no": disputed[0]})
    contradicts = Comparison.objects.filter(sheet=sheet, contradicts=True).exists()
    if contradicts and "contradiction" not in acknowledged:
        raise Unusual(questions(["contradiction"]))
    back_up_after_commit()
    return _confirm(context, sheet, "sheet.confirm")


@action(
    "session.confirm",
    summary=gettext_lazy("Confirm all signed sheets of a session that have no discrepancies"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="session",
)
def confirm_session(context: ActionContext, session: Session) -> Done:
    """Confirm every signed sheet without contradiction or disputed hand.

    The answer has the table numbers ``confirmed`` and ``left`` (signed, but contradicting or disputed). It leaves out
    sheets that are not signed.
    """
    locked = Sheet.objects.select_for_update(of=("self",)).filter(table__session=session).order_by("pk")
    locked = locked.select_related("table__session__event__scoring_settings")
    signed = [sheet for sheet in locked if sheet.state == Sheet.State.SIGNED]
    held_back = set(Comparison.objects.filter(sheet__in=signed, contradicts=True).values_list("sheet_id", flat=True))
    held_back |= set(Hand.objects.current().filter(sheet__in=signed, disputed=True).values_list("sheet_id", flat=True))
    accepted = [sheet for sheet in signed if sheet.pk not in held_back]
    for sheet in accepted:
        _confirm(context, sheet, "session.confirm", recounts=False)
    accepted_sheets = Sheet.objects.filter(pk__in=[sheet.pk for sheet in accepted])
    recount(context, session.event, accepted_sheets)
    if session.released_at:
        end_corrections(context, accepted_sheets)
    confirmed = sorted(sheet.table.number for sheet in accepted)
    left = sorted(sheet.table.number for sheet in signed if sheet.pk in held_back)
    raises = (PUBLIC, LIVE) if session.released_at else (LIVE,)
    if confirmed:
        back_up_after_commit()
    answer = {"confirmed": confirmed, "left": left}
    subject = f"session:{session.number}"
    return Done(answer, subject, after={"tables": confirmed}, raises=raises, changed=bool(confirmed))


@action(
    "sheet.reopen",
    summary=gettext_lazy("Reopen a signed sheet"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="sheet",
    states={**NEVER, Sheet.State.SIGNED: Answer.ASKS, Sheet.State.CONFIRMED: Answer.ASKS},
)
def reopen_sheet(context: ActionContext, sheet: Sheet) -> Done:
    """Open a locked sheet again, with a reason; earlier versions keep the signatures.

    Its results are provisional until all sign again. In a released session the public sees the last released results,
    marked as under correction, until the sheet is confirmed, and afterwards what changed.
    """
    session = sheet.table.session
    refuse_if_closed(session.event)
    if session.released_at:
        begin_corrections(context, Sheet.objects.filter(pk=sheet.pk))
    was = sheet.state
    unsettle(context, sheet)
    return conclude(context, sheet, VersionNote("sheet.reopen", before=was, after=sheet.state), was=was)


def _confirm(context: ActionContext, sheet: Sheet, name: str, *, recounts: bool = True) -> Done:
    signature = Signature(step=Signature.Step.SIGN, signer=Signature.Signer.CHIEF_REFEREE, name=context.actor.name)
    signature.how = Signature.How.ACCOUNT
    begin(context, sheet, signature)
    was, sheet.state = sheet.state, Sheet.State.CONFIRMED
    done = conclude(context, sheet, VersionNote(name, before=was, after=sheet.state), was=was, recounts=recounts)
    if recounts and sheet.table.session.released_at:
        end_corrections(context, Sheet.objects.filter(pk=sheet.pk))
    return done
