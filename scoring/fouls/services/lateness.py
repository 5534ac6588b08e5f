"""Record the penalty for lateness, from the session's start and the player's arrival (3.11.2.1)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CLOCK, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.fouls.rules.catalogue import LATE
from scoring.fouls.selectors.fouls import has_penalties_of_3_11
from scoring.fouls.selectors.late import start_of
from scoring.fouls.selectors.other_penalties import seats_of_entries
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.services.facts.session_penalties import PUNISHERS
from tournament.clocks.selectors.clocks import extra_minutes
from tournament.clocks.services.extra_time import add_time
from tournament.events.models.entries import Entry
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table
from tournament.presence.rules import lateness

#: The outcomes of the catalogue's foul "late", by their points (None: forfeit).
OUTCOMES: Mapping[int | None, str] = {-10: "up-to-10", -20: "up-to-15", None: "more"}

#: The minutes that a table waits at most.
MOST_WAITING = 15


@action(
    "session.late",
    summary=gettext_lazy("Record a late arrival"),
    roles=PUNISHERS,
    subject="session",
    states={"unreleased": Answer.ASKS, "released": Answer.REFUSED},
)
def book_lateness(context: ActionContext, session: Session, *, entry: Entry, arrived: datetime) -> Done:
    """Record the foul "late": 10 points up to 10 minutes after the start, 20 up to 15, then a forfeited session.

    The points are a penalty of the session (3.11.2.1). By the event's setting the table gets the waiting time back.
    Refused: an unknown start, an arrival in time, and as
    `record_foul`. The answer: ``points`` (None for a forfeit), ``forfeited``, and ``foul``, its number.
    """
    if not has_penalties_of_3_11(session.event):
        raise Refused(_("These rules have no penalty for being late. Enter a foul of the event instead."))
    start = start_of(session)
    if start is None:
        raise Refused(_("The start of this session is unknown. Start its clock or enter its planned start."))
    points = lateness(start, arrived).points
    if points == 0:
        raise Refused(_("%(name)s was on time.") % {"name": entry.name}, where="arrived")
    foul = FoulReport(LATE, OUTCOMES[points], session=session, entry=entry, remark=one_line(context.reason))
    done = record_foul.spec.service(context, session.event, foul=foul)
    _give_time_back(context, session, entry, arrived - start)
    answer = {"points": points, "forfeited": points is None, "foul": done.answer["foul"]}
    after = {**done.after, "arrived_at": arrived.isoformat()}
    return Done(answer, f"session:{session.number}", None, after, (*done.raises, CLOCK))


def _give_time_back(context: ActionContext, session: Session, entry: Entry, waited: timedelta) -> None:
    """Add the minutes that the player's table waited, if the event's setting says so.

    A table waits at most 15 minutes (3.11.2.1). It waits for several late players at once, so only what is more than
    its extra minutes so far is added.
    """
    seated = seats_of_entries(session.event).get((session.pk, entry.pk))
    if session.event.play_settings.late_start != PlaySettings.LateStart.EXTRA or seated is None:
        return
    table = Table.objects.get(session=session, number=seated[0])
    minutes = min(ceil(waited / timedelta(minutes=1)), MOST_WAITING)
    missing = minutes - extra_minutes([table]).get(table.pk, 0)
    if missing > 0:
        add_time.spec.service(context, session, table=table.number, minutes=missing)
