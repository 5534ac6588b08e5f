"""Check in the players at a table: "all four are here" (3.5.7.1, 3.5.7.2)."""

from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.writing import WRITERS, audit_name
from tournament.events.services.closed import refuse_if_closed
from tournament.presence.selectors.tables import at_start
from tournament.presence.services.arrivals import check_in_missing

STATES: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.REFUSED) | {Sheet.State.OPEN: Answer.SAFE}


@action(
    "sheet.all_here",
    summary=gettext_lazy("Check in all players at a table"),
    roles=WRITERS,
    subject="sheet",
    states=STATES,
)
def all_here(context: ActionContext, sheet: Sheet) -> Done:
    """Check in who plays at the table from hand 1, for its session; phones without the pen may do it too.

    The answer has the numbers of those who were not here before.
    """
    session = sheet.table.session
    refuse_if_closed(session.event)
    came, raises = check_in_missing(context, session.event, at_start(sheet.table), session.number)
    numbers = {"numbers": came}
    return Done(numbers, audit_name(sheet), None, numbers, raises, changed=bool(came))
