"""Change the people of a draw: another person for a position of the chart, or a late arrival."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.changes.persons import replaced, with_late
from tournament.draws.rules.records import entrants_of
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import as_drawn, drawable_entries, entrants_now, list_lines
from tournament.draws.selectors.impossible import why_not
from tournament.draws.services.freezing import describe_line
from tournament.draws.services.shared import DRAWERS, audit_ref, keep_drawn
from tournament.events.models.entries import Entry

_STATES: dict[str, Answer] = {**dict.fromkeys(Draw.State.values, Answer.REFUSED), Draw.State.DRAFT: Answer.ASKS}


@action("draw.late", summary=gettext_lazy("Add a player to a draft"), roles=DRAWERS, subject="draw", states=_STATES)
def add_late(context: ActionContext, draw: Draw, *, entry: Entry) -> Done:
    """Give ``entry`` the next number of the draft: a filler's seats, or an additional table (3.5.1)."""
    _refuse_stranger(draw, entry)
    described = describe_line(draw, entry)
    described.number = draw.players + 1
    [new_line] = list_lines([described])
    try:
        drawn, _listed = with_late(as_drawn(draw), entrants_now(draw), entrants_of([new_line])[0])
    except DrawError as error:
        raise Refused(why_not(error)) from error
    described.save()
    draw.players = drawn.players
    keep_drawn(context, draw, drawn, {"late": new_line.as_record(), "chart": as_lists(drawn.chart)})
    answer = {"number": new_line.number, "name": new_line.name, "fillers": draw.fillers}
    return Done(answer, audit_ref(draw), None, answer)


def put_on_chart(context: ActionContext, draw: Draw, line: DrawNumber, entry: Entry) -> None:
    """Give the position of ``line`` to ``entry``; the chart stays, the figures are counted again."""
    [line_before] = list_lines([line])
    described = describe_line(draw, entry)
    described.number, described.table, described.apart = line.number, line.table, line.apart
    [line_after] = list_lines([described])
    drawn, _listed = replaced(as_drawn(draw), entrants_now(draw), entrants_of([line_after])[0])
    line.entry, line.name, line.team = entry, described.name, described.team
    line.country, line.region, line.drawn_by = described.country, described.region, ""
    line.save()
    keep_drawn(context, draw, drawn, {"instead": line_after.as_record(), "was": line_before.as_record()})


def _refuse_stranger(draw: Draw, entry: Entry) -> None:
    if not drawable_entries(draw.event).filter(pk=entry.pk).exists():
        message = _("%(name)s is not entered as a player of this event.")
        raise Refused(message % {"name": entry.name}, where="entry")
    if draw.numbers.filter(entry=entry).exists():
        raise Refused(_("%(name)s already has a number in this draw.") % {"name": entry.name}, where="entry")
