"""The next cut by the standings of now: who goes on, who is on the line, who is out, and what each player needs."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.formats.selectors.coming_cuts import ComingCut, coming_cut
from scoring.game.rules.table_points import PLACES
from scoring.standings.selectors.lines import player_lines
from web.live.fragments import fragment, live
from web.shared.formats.cuts import left_until, rule_of, side_sign, stage_title, verdict_sign
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context

#: So many players below the line are listed at least, and all who can still reach it.
BELOW = 12


@get_only
def cut(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the next cut, with each player near it."""
    reader = viewer_context(request, slug)
    context = {"reader": reader, "title": _("Cut"), "name": "cut", "live": live(request, reader, "cut"), "coming": True}
    context |= {"has_teams": bool(reader.standings.team_names), "has_groups": bool(reader.standings.group_names)}
    return render(request, "pocket/results/cuts.html", context)


@fragment("cut", shows_status=True)
def cut_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the cut, or the notice that there is none."""
    coming = coming_cut(reader.standings)
    if coming is None:
        return render_to_string("pocket/results/_cut_none.html", {"reader": reader})
    lines = {line.entry.number: line for line in player_lines(reader.standings)}
    numbers, more = _listed(coming)
    context: dict[str, Any] = {
        "event": reader.event,
        "coming": coming,
        "stage": stage_title(coming),
        "rule": rule_of(coming),
        "left": left_until(coming.sessions_left),
        "rows": [_row(coming, lines[number]) for number in numbers],
        "more": more,
        "places": range(1, len(PLACES) + 1) if coming.needs else (),
        "lot": coming.lot,
    }
    return render_to_string("pocket/results/_cut.html", context)


def _listed(coming: ComingCut) -> tuple[list[int], int]:
    """Return the numbers to list in the order of the ranks, and how many are left out at the end."""
    numbers = [line.number for line in coming.cut.lines]
    inside = [at for at, number in enumerate(numbers) if coming.sides[number] != "out"]
    able = [at for at, number in enumerate(numbers)
            if number in coming.needs and coming.needs[number].verdict != "impossible"]  # fmt: skip
    shown = max([BELOW + len(inside), *(at + 1 for at in (*inside, *able))])
    return numbers[:shown], len(numbers[shown:])


def _row(coming: ComingCut, line: Any) -> dict[str, Any]:
    number = line.entry.number
    need = coming.needs.get(number)
    return {
        "line": line,
        "side": coming.sides[number],
        "sign": side_sign(coming.sides[number]),
        "edge": number == coming.last_in,
        "needs": [verdict_sign(verdict) for verdict in need.by_place] if need else [],
        "verdict": need.verdict if need else "",
        "rest": len(PLACES) - len(need.by_place) if need else len(PLACES),
    }
