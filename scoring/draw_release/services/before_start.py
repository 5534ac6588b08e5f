"""Redraw the whole event before the start, without missing players."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import CALLS, LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.before_start import against_redraw_before_start, areas_of
from tournament.draws.models.draws import Draw
from tournament.draws.services.freezing import create_frozen_draw
from tournament.draws.services.pools import clear_pools
from tournament.draws.services.shared import DRAWERS, NEVER
from tournament.draws.services.states import close_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.services.withdrawals import take_out
from tournament.seating.services import clear_tables, keep_line_ups


@action(
    "draw.again",
    summary=_("Draw again before the start, without some players"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, **dict.fromkeys(Draw.CURRENT, Answer.ASKS)},
)
def redraw_before_start(context: ActionContext, draw: Draw, *, without: list[int], lots: str) -> Done:
    """Retract the draw, withdraw the entries ``without`` (numbers) from session 1 on, and freeze the new list.

    The new list has all entered players; ``lots`` says where their lots come from. Sessions, candidates and areas are
    those of the previous draw; line-ups of reserves are kept for the new chart. Refused once play has begun, and if
    one of the entries is not entered any more.
    """
    against = against_redraw_before_start(draw)
    if against:
        raise Refused(against)
    entries = _players(draw.event, without)
    if draw.state == Draw.State.RELEASED:
        keep_line_ups(context, draw)
        clear_tables(context, draw)
        clear_pools(context, draw)
        close_draw(context, draw, Draw.State.RETRACTED)
    else:
        close_draw(context, draw, Draw.State.DISCARDED)
    for entry in entries:
        take_out(context, entry, 1)
    areas = areas_of(draw)
    new = create_frozen_draw(context, draw.event, sessions=draw.sessions, lots=lots, count=draw.candidates, areas=areas)
    numbers = [entry.number for entry in entries]
    before = {"draw": draw.version, "players": draw.players}
    after = {"draw": new.version, "players": new.players, "numbers": numbers}
    after |= {"list_hash": new.list_hash, "commitment": new.commitment}
    return Done(after, f"draw:{new.version}", before, after, (PUBLIC, LIVE, CALLS))


def _players(event: Event, numbers: list[int]) -> list[Entry]:
    """Lock the entered players with these numbers and return them; Refused if one is not entered (any more)."""
    entered = event.entries.filter(number__in=numbers, kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED)
    players = list(entered.select_for_update(of=("self",)).order_by("number"))
    if len(players) != len(set(numbers)):
        raise Refused(_("One of these players is no longer entered. Reload the page."), where="without")
    for entry in players:
        entry.event = event
    return players
