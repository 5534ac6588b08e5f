"""Drawing the remaining sessions of a released draw anew after withdrawals: whether, and what it does."""

from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import begun_from
from scoring.sheets.models.facts import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.rules.changes.remaining import FEWER_TABLES, Remaining, after_withdrawal
from tournament.draws.rules.how import how_made
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import as_drawn, entrants_now, filler_entries, tables_of, why_not
from tournament.events.models.entries import Entry
from tournament.events.models.settings import PlaySettings
from tournament.presence.selectors.presence import plays_in


def first_untouched(draw: Draw) -> int | None:
    """The first session from which on nothing is entered anywhere; None if the last has begun."""
    sheets = Sheet.objects.filter(table__in=tables_of(draw)).exclude(state=Sheet.State.OPEN)
    last = sheets.order_by("-table__session__number").values_list("table__session__number", flat=True).first() or 0
    while last < draw.sessions and begun_from(draw, last + 1):
        last += 1
    return last + 1 if last < draw.sessions else None


def who_left(draw: Draw, session: int) -> dict[int, Entry]:
    """The numbers of the chart whose holders no longer play from ``session`` on."""
    lines = draw.numbers.select_related("entry").prefetch_related("entry__withdrawals")
    out = {line.number: line.entry for line in lines if line.number and not plays_in(line.entry, session)}
    return dict(sorted(out.items()))


def against_redrawing(draw: Draw, session: int) -> str:
    """Why the sessions from ``session`` on cannot be drawn anew, as a sentence; empty if they can."""
    if not 1 <= session <= draw.sessions:
        return _("The draw has the sessions 1 to %(last)d.") % {"last": draw.sessions}
    if begun := begun_from(draw, session):
        figures = {"session": begun.table.session.number, "table": begun.table.number}
        return _("Something is entered for session %(session)d, table %(table)d already.") % figures
    if SessionPenalty.objects.filter(session__event=draw.event, session__number__gte=session).exists():
        return _("There are penalties in these sessions already.")
    if not who_left(draw, session):
        return _("Nobody of the chart is out from session %(session)d on.") % {"session": session}
    return ""


def ways_on(draw: Draw, session: int) -> tuple[list[Remaining], str]:
    """What can be done from ``session`` on without those who left, and why nothing can (empty: something can).

    First fillers in their places, then, if that needs fewer tables, the sessions drawn anew.
    """
    left = list(who_left(draw, session))
    try:
        drawn, rule = as_drawn(draw), how_made(draw.method)["rule"]
        found = list(after_withdrawal(drawn.chart, entrants_now(draw), session - 1, left, draw.seed, rule=rule))
    except DrawError as error:
        return [], why_not(error)
    if found[-1].way != FEWER_TABLES:
        return found, _("As many tables are needed as before: fillers take the places of those who left.")
    fill = draw.event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.FILLERS
    if fill and (missing := len(found[-1].fillers) - len(filler_entries(draw.event))) > 0:
        return found, _("Fillers are missing: enter %(count)d more to complete the tables.") % {"count": missing}
    return found, ""
