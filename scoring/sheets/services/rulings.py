"""Rulings of referees at a table: stored permanently, and open to appeals (3.9.1.4, 3.12.1)."""

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from common.i18n.wording import one_line
from scoring.game.rules.games import game_of
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.writing import REFEREES, answer_of, audit_name


@action(
    "sheet.rule",
    summary=gettext_lazy("Enter a ruling at a table"),
    roles=REFEREES,
    subject="sheet",
)
def enter_ruling(context: ActionContext, sheet: Sheet, *, decision: str, article: str = "") -> Done:
    """Store a referee's decision that settles no disputed hand; the sheet does not change.

    The answer has ``ruling``: its number.
    """
    if not decision.strip():
        raise Refused(_("Enter what was decided."), where="decision")
    ruling = Ruling(decision=decision.strip()[:300], article=one_line(article, 30))
    put_ruling(context, sheet, ruling)
    after = {"decision": ruling.decision} | ({"article": ruling.article} if ruling.article else {})
    return Done(answer_of(sheet) | {"ruling": ruling.number}, audit_name(sheet), after=after)


def put_ruling(context: ActionContext, sheet: Sheet, ruling: Ruling) -> None:
    """Store the ruling under the event's next number.

    It takes the lock of the event's ledger, which must be the action's last: call it after everything else.
    """
    event = sheet.table.session.event
    Ledger.objects.select_for_update().get(pk=event.ledger_id)
    ruling.event, ruling.sheet, ruling.game = event, sheet, game_of(event.rules).key
    ruling.number = (Ruling.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1
    ruling.reason = one_line(context.reason, 500)
    ruling.at, ruling.by, ruling.by_ref = timezone.now(), context.actor.name, context.actor.ref
    ruling.save()
