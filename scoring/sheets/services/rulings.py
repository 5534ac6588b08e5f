"""Rulings of referees at a table: kept for ever, and what an appeal can be against (3.9.1.4, 3.12.1)."""

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from common.actions.models.heads import Head
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.writing import REFEREES, about, answer_of


@action(
    "sheet.rule",
    summary=gettext_lazy("Enter a ruling at a table"),
    roles=REFEREES,
    subject="sheet",
)
def enter_ruling(call: Call, sheet: Sheet, *, decision: str, article: str = "") -> Done:
    """Keep what a referee decided at the table that settles no disputed hand; the sheet stays as it is.

    The answer has the ``ruling``'s number.
    """
    if not decision.strip():
        raise Refused(_("Say what was decided."), where="decision")
    ruling = Ruling(decision=decision.strip()[:300], article=article.strip())
    put_ruling(call, sheet, ruling)
    after = {"decision": ruling.decision} | ({"article": ruling.article} if ruling.article else {})
    return Done(answer_of(sheet) | {"ruling": ruling.number}, about(call, sheet), after=after)


def put_ruling(call: Call, sheet: Sheet, ruling: Ruling) -> None:
    """Keep the ruling under the event's next number.

    Numbers are given under the head's lock, which every action takes last: call it after everything else.
    """
    event = sheet.table.session.event
    Head.objects.select_for_update().get(pk=event.head_id)
    ruling.event, ruling.sheet = event, sheet
    ruling.number = (Ruling.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1
    ruling.reason = " ".join(call.reason.split())[:500]
    ruling.at, ruling.by, ruling.by_ref = timezone.now(), call.actor.name, call.actor.ref
    ruling.save()
