"""What of a released draw has been played."""

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.sheets.models.facts import Adjustment, Forfeit, Hand, SessionPenalty, SignedTotal
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import tables_of


def begun_from(draw: Draw, session: int) -> Sheet | None:
    """The first sheet with anything on it in the draw's sessions from ``session`` on."""
    written = Q()
    for facts in (Hand, SignedTotal, Adjustment, Forfeit):
        written |= Q(Exists(facts._default_manager.filter(sheet=OuterRef("pk"))))
    sheets = Sheet.objects.filter(table__in=tables_of(draw, session))
    begun = sheets.filter(written | ~Q(state=Sheet.State.OPEN)).select_related("table__session")
    return begun.order_by("table__session__number", "table__number").first()


def against_taking_back(draw: Draw) -> str:
    """Why the released draw cannot be taken back now, as a sentence; empty if it can.

    Played draws are never touched: nothing may be written on any of its sheets.
    """
    if first := begun_from(draw, 1):
        figures = {"session": first.table.session.number, "table": first.table.number}
        return _("Play has begun: something is entered for session %(session)d, table %(table)d.") % figures
    punished = SessionPenalty.objects.filter(session__event=draw.event, session__number__lte=draw.sessions).exists()
    return _("Play has begun: there are penalties in its sessions.") if punished else ""


def coming_session(draw: Draw) -> int:
    """The first session of a released draw that is not played at every table; the last if all are."""
    open_ones = Sheet.objects.filter(table__in=tables_of(draw), state=Sheet.State.OPEN)
    first = open_ones.order_by("table__session__number").values_list("table__session__number", flat=True).first()
    return first or draw.sessions
