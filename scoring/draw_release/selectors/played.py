"""Which sessions and tables of a released draw have begun."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.progress.selectors.progress import session_to_play
from scoring.sheets.models.facts import Adjustment, Forfeit, Hand, SignedTotal
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import tables_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


def begun_from(draw: Draw, session: int) -> Sheet | None:
    """Return the first sheet with any entry in the draw's sessions from ``session`` on; None if all are empty."""
    return _first_begun(Sheet.objects.filter(table__in=tables_of(draw, session)))


def session_begun(event: Event, session: int) -> Sheet | None:
    """Return the first sheet of the session with any entry; None if all are empty."""
    return _first_begun(Sheet.objects.filter(table__session__event=event, table__session__number=session))


def _first_begun(sheets: QuerySet[Sheet]) -> Sheet | None:
    written = Q()
    for facts in (Hand, SignedTotal, Adjustment, Forfeit):
        written |= Q(Exists(facts._default_manager.filter(sheet=OuterRef("pk"))))
    begun = sheets.filter(written | ~Q(state=Sheet.State.OPEN)).select_related("table__session")
    return begun.order_by("table__session__number", "table__number").first()


def has_begun(entry: Entry) -> bool:
    """Return whether something is written for the entry: on the sheet of a table where it sits, or a penalty."""
    if _first_begun(Sheet.objects.filter(table__sittings__entry=entry).distinct()):
        return True
    return SessionPenalty.objects.filter(entry=entry).exists()


def against_draw_retraction(draw: Draw) -> str:
    """Return why the released draw cannot be retracted now, as a sentence; empty if it can.

    A draw that is being played never changes: all its sheets must be empty.
    """
    first = begun_from(draw, 1)
    if first:
        figures = {"session": first.table.session.number, "table": first.table.number}
        return _("Play has begun: session %(session)d, table %(table)d already has entries.") % figures
    punished = SessionPenalty.objects.filter(session__event=draw.event, session__number__lte=draw.sessions).exists()
    return _("Play has begun: there are already penalties in these sessions.") if punished else ""


def coming_session(draw: Draw) -> int:
    """Return the session that is played or comes next (`session_to_play`), at most the last of the released draw."""
    return min(session_to_play(draw.event), draw.last_session)
