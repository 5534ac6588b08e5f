"""Mix the seed, draw the candidates, choose one, and swap two players of the draft."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import listed
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.rules import candidates
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.changes.swaps import swapped
from tournament.draws.rules.records import entrants_of, mixed_seed
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import as_drawn, entrants_now, list_lines, numbers_of
from tournament.draws.selectors.impossible import why_not
from tournament.draws.services.freezing import terms_of
from tournament.draws.services.shared import DRAWERS, NEVER, audit_ref, keep_drawn, now_to_the_second


@action(
    "draw.make",
    summary=gettext_lazy("Mix the seed and draw the chart"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.FROZEN: Answer.SAFE},
)
def make_chart(_context: ActionContext, draw: Draw, *, public_value: str = "") -> Done:
    """Mix secret, public value, list and terms into the seed and draw; only officials see the result.

    A single candidate becomes the draft at once; of several one is to be chosen. Without typed lots a value named in
    public is required; typed lots serve as such a value.
    """
    value = public_value.strip()
    lines = numbers_of(draw)
    if draw.lots == Draw.Lots.SEED and not value:
        raise Refused(_("Type the value that was named in public."), where="public_value")
    missing = [line.name for line in lines if line.number is None]
    if missing:
        raise Refused(_("These have no lot yet: %(names)s.") % {"names": listed(missing[:10])})
    _refuse_other_program(draw, lines)
    draw.public_value = value
    draw.seed = mixed_seed(draw.secret, value, draw.list_hash, draw.terms)
    entrants = entrants_of(list_lines(lines))
    try:
        drawn = candidates(entrants, draw.sessions, draw.seed, rule=draw.scheme, count=draw.candidates)
    except DrawError as error:
        raise Refused(why_not(error)) from error
    draw.made_at, draw.state = now_to_the_second(), Draw.State.OFFERED
    draw.options = [
        {
            "method": candidate.draw.method,
            "quality": asdict(candidate.draw.quality),
            "chart": as_lists(candidate.draw.chart),
            "start": as_lists(candidate.start),
        }
        for candidate in drawn
    ]
    draw.engine = drawn[0].draw.version
    if draw.candidates == 1:
        _adopt_candidate(draw, 0)
    draw.save()
    after = {"public_value": value, "seed": draw.seed, "candidates": draw.candidates}
    return Done({"draw": draw.version, "candidates": draw.candidates}, audit_ref(draw), None, after, (PUBLIC, LIVE))


def _refuse_other_program(draw: Draw, lines: Sequence[DrawNumber]) -> None:
    """Refuse if the program was updated: the terms name its version, and the draw would differ."""
    if draw.terms != terms_of(draw, lines):
        message = _("The program was updated since the list was frozen: discard this draw and freeze the list again.")
        raise Refused(message)


@action(
    "draw.choose",
    summary=gettext_lazy("Choose one of the candidates drawn"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.OFFERED: Answer.ASKS},
)
def choose_candidate(context: ActionContext, draw: Draw, *, candidate: int) -> Done:
    """Make the candidate (from 0) the draft; the record keeps the choice, its author and its reason."""
    if not 0 <= candidate < len(draw.options):
        raise Refused(_("This candidate does not exist."), where="candidate")
    _adopt_candidate(draw, candidate)
    draw.chosen_by, draw.choice_reason = context.actor.name[:150], context.reason[:500]
    draw.save()
    after = {"candidate": candidate + 1, "candidates": draw.candidates, "method": draw.method}
    return Done({"draw": draw.version, **after}, audit_ref(draw), None, after, (PUBLIC, LIVE))


def _adopt_candidate(draw: Draw, candidate: int) -> None:
    """Make the candidate's chart the draw's; only the figures of all candidates are kept."""
    option = draw.options[candidate]
    draw.candidate, draw.state = candidate, Draw.State.DRAFT
    draw.method, draw.quality, draw.chart = option["method"], option["quality"], option["chart"]
    draw.start = option["start"]
    draw.options = [{name: kept[name] for name in ("method", "quality")} for kept in draw.options]


@action(
    "draw.swap",
    summary=gettext_lazy("Swap two players of a draft by hand"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.DRAFT: Answer.SAFE},
)
def swap_players(context: ActionContext, draw: Draw, *, session: int, number: int, other: int) -> Done:
    """Exchange the seats of two numbers of the chart in one session; the record keeps the change by hand."""
    if number == other:
        raise Refused(_("Choose two different players."), where="other")
    try:
        drawn = swapped(as_drawn(draw), entrants_now(draw), session, number, other)
    except DrawError as error:
        raise Refused(why_not(error)) from error
    before = draw.quality
    change: dict[str, Any] = {"session": session, "numbers": [number, other]}
    keep_drawn(context, draw, drawn, change)
    figures = {name: value for name, value in draw.quality.items() if before[name] != value}
    return Done({"quality": draw.quality}, audit_ref(draw), {name: before[name] for name in figures}, change | figures)
