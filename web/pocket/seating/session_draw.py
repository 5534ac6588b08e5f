"""The public record of a session's draw by standings: its vector with bounds, and the file that anybody can check."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standings.rules.formats.crossing import pool_letter
from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.selectors.session_draws import released_session_draw, session_draw_record
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context

#: Parts of the vector, the first decides first.
PARTS: dict[str, str | Promise] = {
    "most_meetings": gettext_lazy("Most meetings of a pair"),
    "rematch_pairs": gettext_lazy("Rematches"),
    "team_pairs": gettext_lazy("Pairs of team-mates"),
    "country_pairs": gettext_lazy("Pairs of one country"),
    "outside_score_group": gettext_lazy("Floaters (seated among players with other points)"),
    "rank_spread": gettext_lazy("Spread of ranks at the tables"),
    "apart_pairs": gettext_lazy("Declared pairs together"),
    "repeated_floats": gettext_lazy("Repeated floats"),
    "wind_imbalance": gettext_lazy("Starting winds above the fewest"),
    "table_repeats": gettext_lazy("Tables visited again"),
}


@get_only
def session_draw(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the vector of each stage of the session's draw; the record waits for the results that it rests on."""
    reader = viewer_context(request, slug)
    drawn = _drawn(reader, session)
    public = _public(reader, session)
    names = dict(reader.event.stages.values_list("number", "name"))
    parts = [_shown(reader, part, names.get(part["stage"], "")) for part in drawn.parts] if public else []
    context = {"reader": reader, "drawn": drawn, "session": session, "public": public, "parts": parts}
    context["has_pools"] = any(part["pools"] for part in parts)
    context["changed"] = any(part["changed"] for part in parts)
    return render(request, "pocket/seating/session_draw.html", context)


def _shown(reader: ViewerContext, part: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a stage's name, whether its draw is proved, and its vector with labels; or its pools or cross-over."""
    drawn = part["document"].get("result", part["result"])  # of the tables drawn again after players left
    title = name or str(part["stage"])
    if part.get("pool"):
        title = _("%(stage)s, pool %(pool)s") % {"stage": title, "pool": pool_letter(part["pool"] - 1)}
    return _dealt(reader, part) | {
        "name": title,
        "proved": drawn.get("proved"),
        "changed": "gone" in part["document"],
        "knockout": part["result"].get("method") == "knockout",
        "vector": [row | {"label": PARTS.get(row["what"], row["what"])} for row in drawn.get("vector", [])],
    }


def _dealt(reader: ViewerContext, part: dict[str, Any]) -> dict[str, Any]:
    """Return the pools that the part dealt, by name, and the tables of its cross-over."""
    document, result = part["document"], part["result"]
    standings = reader.standings
    known: Mapping[int, str] = {number: entry.name for number, entry in standings.names.items()}
    if document.get("of") == "teams":
        known = standings.team_names
    crossing = document.get("crossing", [])
    return {
        "pools": [
            (pool_letter(at), [known.get(unit, str(unit)) for unit in units])
            for at, units in enumerate(result.get("pools", []))
        ],
        "lot": document.get("kind") == "lot",
        "pairs": result.get("country_pairs"),
        "bound": result.get("bound"),
        "crossing": " · ".join("-".join(crossing[first : first + 4]) for first in range(0, len(crossing), 4)),
    }


@get_only
def session_record(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Return the record as JSON: for each stage what was drawn and the result, for verify_round and the browser."""
    reader = viewer_context(request, slug)
    drawn = _drawn(reader, session)
    if not _public(reader, session):
        raise Http404
    text = json.dumps(session_draw_record(drawn), ensure_ascii=False)
    answer = HttpResponse(text.encode(), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-session-{session}-draw-{drawn.version}.json"'
    return answer


def _drawn(reader: ViewerContext, session: int) -> SessionDraw:
    drawn = released_session_draw(reader.event, session)
    if drawn is None:
        raise Http404
    return drawn


def _public(reader: ViewerContext, session: int) -> bool:
    """Whether this viewer may see the results that the draw rests on: the record holds ranks and points."""
    return reader.after >= session - 1
