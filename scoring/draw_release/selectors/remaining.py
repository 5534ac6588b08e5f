"""Whether the remaining sessions of a draw can be redrawn after withdrawals, and the possible ways."""

from django.utils.translation import gettext as _

from scoring.draw_release.selectors.played import begun_from
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.rules.changes.remaining import FEWER_TABLES, Remaining, after_withdrawal
from tournament.draws.rules.how import how_made, pool_rule
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import as_drawn, entrants_now, filler_entries, tables_of
from tournament.draws.selectors.impossible import why_not
from tournament.events.models.entries import Entry
from tournament.events.models.settings import PlaySettings
from tournament.presence.selectors.presence import plays_in


def first_untouched(draw: Draw) -> int | None:
    """Return the first session from which on all sheets are empty; None if the last session has begun."""
    sheets = Sheet.objects.filter(table__in=tables_of(draw)).exclude(state=Sheet.State.OPEN)
    last = sheets.order_by("-table__session__number").values_list("table__session__number", flat=True).first() or 0
    while last < draw.sessions and begun_from(draw, last + 1):
        last += 1
    return last + 1 if last < draw.sessions else None


def departed_players(draw: Draw, session: int) -> dict[int, Entry]:
    """Return the entries that no longer play from ``session`` on, by their number in the chart."""
    lines = draw.numbers.select_related("entry").prefetch_related("entry__withdrawals")
    departed = {line.number: line.entry for line in lines if line.number and not plays_in(line.entry, session)}
    return dict(sorted(departed.items()))


def against_redraw_remaining(draw: Draw, session: int) -> str:
    """Return why the sessions from ``session`` on cannot be redrawn, as a sentence; empty if they can."""
    if not 1 <= session <= draw.sessions:
        return _("The draw has sessions 1 to %(last)d.") % {"last": draw.sessions}
    begun = begun_from(draw, session)
    if begun:
        figures = {"session": begun.table.session.number, "table": begun.table.number}
        return _("Session %(session)d, table %(table)d already has entries.") % figures
    if SessionPenalty.objects.filter(session__event=draw.event, session__number__gte=session).exists():
        return _("There are penalties in these sessions already.")
    if not departed_players(draw, session):
        return _("No player on the chart is out from session %(session)d on.") % {"session": session}
    return ""


def ways_to_continue(draw: Draw, session: int) -> tuple[list[Remaining], str]:
    """Return the ways to continue from ``session`` on without the departed players, and why a redraw is impossible.

    The first way replaces them by fillers; the last, if that needs fewer tables, redraws the sessions. The sentence is
    empty if a redraw is possible.
    """
    left = list(departed_players(draw, session))
    try:
        drawn = as_drawn(draw)
        rule = how_made(draw.method)["rule"]
        ways = list(after_withdrawal(drawn.chart, entrants_now(draw), session - 1, left, draw.seed, rule=rule))
    except DrawError as error:
        return [], why_not(error)
    if pool_rule(rule):
        return ways[:1], _("The pools stay as they are: fillers replace the players who left.")
    if ways[-1].way != FEWER_TABLES:
        return ways, _("The number of tables stays the same: fillers replace the players who left.")
    fill = draw.event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.FILLERS
    missing = len(ways[-1].fillers) - len(filler_entries(draw.event)) if fill else 0
    if missing > 0:
        return ways, _("More fillers are needed: enter %(count)d more to complete the tables.") % {"count": missing}
    return ways, ""
