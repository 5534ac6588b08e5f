"""Which sessions and tables of a released draw have begun."""

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.sheets.models.facts import Adjustment, Forfeit, Hand, SignedTotal
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import tables_of


def begun_from(draw: Draw, session: int) -> Sheet | None:
    """Return the first sheet with any entry in the draw's sessions from ``session`` on; None if all are empty."""
    written = Q()
    for facts in (Hand, SignedTotal, Adjustment, Forfeit):
        written |= Q(Exists(facts._default_manager.filter(sheet=OuterRef("pk"))))
    sheets = Sheet.objects.filter(table__in=tables_of(draw, session))
    begun = sheets.filter(written | ~Q(state=Sheet.State.OPEN)).select_related("table__session")
    return begun.order_by("table__session__number", "table__number").first()


def against_draw_retraction(draw: Draw) -> str:
    """Return why the released draw cannot be retracted now, as a sentence; empty if it can.

    A draw that is being played never changes: all its sheets must be empty.
    """
    first = begun_from(draw, 1)
    if first:
        figures = {"session": first.table.session.number, "table": first.table.number}
        return _("Play has begun: something is entered for session %(session)d, table %(table)d.") % figures
    punished = SessionPenalty.objects.filter(session__event=draw.event, session__number__lte=draw.sessions).exists()
    return _("Play has begun: there are penalties in its sessions.") if punished else ""


def coming_session(draw: Draw) -> int:
    """Return the first session of a released draw with an open sheet; the last session if there is none."""
    open_sheets = Sheet.objects.filter(table__in=tables_of(draw), state=Sheet.State.OPEN)
    first = open_sheets.order_by("table__session__number").values_list("table__session__number", flat=True).first()
    return first or draw.sessions
