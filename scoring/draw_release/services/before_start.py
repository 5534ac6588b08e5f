"""Drawing everything again before the start, without those who are missing."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import CALLS, LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.before_start import against_drawing_again, areas_of
from tournament.draws.models.draws import Draw
from tournament.draws.services.draws import DRAWERS, NEVER, close_draw, create_frozen_draw
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
def draw_again(call: Call, draw: Draw, *, without: list[int], lots: str) -> Done:
    """Take the draw back, withdraw the entries ``without`` (by number) from session 1 on, and freeze the new list.

    All in one: the list has everybody who is entered then, ``lots`` says where theirs come from; sessions, candidates
    and areas are those of the draw before, and the line-ups of reserves wait for the new chart. Refused once play has
    begun.
    """
    if against := against_drawing_again(draw):
        raise Refused(against)
    entries = _players(draw.event, without)
    if draw.state == Draw.State.RELEASED:
        keep_line_ups(call, draw)
        clear_tables(call, draw)
        close_draw(call, draw, Draw.State.RETRACTED)
    else:
        close_draw(call, draw, Draw.State.DISCARDED)
    for entry in entries:
        take_out(call, entry, 1)
    areas = areas_of(draw)
    new = create_frozen_draw(call, draw.event, sessions=draw.sessions, lots=lots, count=draw.candidates, areas=areas)
    numbers = [entry.number for entry in entries]
    before = {"draw": draw.version, "players": draw.players}
    after = {"draw": new.version, "players": new.players, "numbers": numbers}
    after |= {"list_hash": new.list_hash, "commitment": new.commitment}
    return Done(after, f"draw:{new.version}", before, after, (PUBLIC, LIVE, CALLS))


def _players(event: Event, numbers: list[int]) -> list[Entry]:
    """The entered players with these numbers, locked; Refused if one is not (any more)."""
    entered = event.entries.filter(number__in=numbers, kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED)
    found = list(entered.select_for_update(of=("self",)).order_by("number"))
    if len(found) != len(set(numbers)):
        raise Refused(_("One of these players is not entered any more; load the page again."), where="without")
    for entry in found:
        entry.event = event
    return found
