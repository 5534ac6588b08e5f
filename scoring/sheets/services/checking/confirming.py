"""The chief referee confirms signed sheets, one or all of a session without contradiction, and reopens them."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused, Unusual
from common.backups.running import want
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
def confirm_sheet(call: Call, sheet: Sheet, *, seen: int, acknowledged: Collection[str] = ()) -> Done:
    """Put the chief referee's signature under a sheet.

    Asked: "contradiction". Refused: a disputed hand, or a fact that changed since ``seen``.
    """
    if changed_since(sheet, seen):
        raise Refused(_("The sheet has changed meanwhile: look at it again first."))
    if disputed := disputed_hands(sheet):
        raise Refused(_("Hand %(no)s is disputed: the referee decides first.") % {"no": disputed[0]})
    contradicts = Comparison.objects.filter(sheet=sheet, contradicts=True).exists()
    if contradicts and "contradiction" not in acknowledged:
        raise Unusual(questions(["contradiction"]))
    want()
    return _confirm(call, sheet, "sheet.confirm")


@action(
    "session.confirm",
    summary=gettext_lazy("Confirm all signed sheets of a session that contradict nothing"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="session",
)
def confirm_session(call: Call, session: Session) -> Done:
    """Confirm every signed sheet without contradiction or disputed hand; the answer: tables ``confirmed`` and ``left``.

    Left are the signed ones that contradict; sheets not signed yet are not spoken of.
    """
    locked = Sheet.objects.select_for_update(of=("self",)).filter(table__session=session).order_by("pk")
    locked = locked.select_related("table__session__event__scoring_settings")
    signed = [sheet for sheet in locked if sheet.state == Sheet.State.SIGNED]
    doubtful = set(Comparison.objects.filter(sheet__in=signed, contradicts=True).values_list("sheet_id", flat=True))
    doubtful |= set(Hand.objects.current().filter(sheet__in=signed, disputed=True).values_list("sheet_id", flat=True))
    chosen = [sheet for sheet in signed if sheet.pk not in doubtful]
    for sheet in chosen:
        _confirm(call, sheet, "session.confirm", recounts=False)
    counted = Sheet.objects.filter(pk__in=[sheet.pk for sheet in chosen])
    recount(call, session.event, counted)
    if session.released_at:
        end_corrections(call, counted)
    confirmed = sorted(sheet.table.number for sheet in chosen)
    left = sorted(sheet.table.number for sheet in signed if sheet.pk in doubtful)
    raises = (PUBLIC, LIVE) if session.released_at else (LIVE,)
    if confirmed:
        want()
    answer = {"confirmed": confirmed, "left": left}
    about = f"session:{session.number}"
    return Done(answer, about, after={"tables": confirmed}, raises=raises, changed=bool(confirmed))


@action(
    "sheet.reopen",
    summary=gettext_lazy("Reopen a signed sheet"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="sheet",
    states={**NEVER, Sheet.State.SIGNED: Answer.ASKS, Sheet.State.CONFIRMED: Answer.ASKS},
)
def reopen_sheet(call: Call, sheet: Sheet) -> Done:
    """Open a locked sheet again, with a reason; all sign anew. What was signed is kept in its versions.

    Its results are provisional until then: of a released session they leave the public's standings, which say that the
    table is being corrected, and after it what changed.
    """
    session = sheet.table.session
    refuse_if_closed(call, session.event)
    if session.released_at:
        begin_corrections(call, Sheet.objects.filter(pk=sheet.pk))
    was = sheet.state
    unsettle(call, sheet)
    return conclude(call, sheet, VersionNote("sheet.reopen", before=was, after=sheet.state), was=was)


def _confirm(call: Call, sheet: Sheet, name: str, *, recounts: bool = True) -> Done:
    signature = Signature(step=Signature.Step.SIGN, signer=Signature.Signer.CHIEF_REFEREE, name=call.actor.name)
    signature.how = Signature.How.ACCOUNT
    begin(call, sheet, signature)
    was, sheet.state = sheet.state, Sheet.State.CONFIRMED
    done = conclude(call, sheet, VersionNote(name, before=was, after=sheet.state), was=was, recounts=recounts)
    if recounts and sheet.table.session.released_at:
        end_corrections(call, Sheet.objects.filter(pk=sheet.pk))
    return done
