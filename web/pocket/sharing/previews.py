"""The pictures of link previews: an event, its standings, a player. They show what the public sees."""

import base64

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from common.templatetags.pinju import country
from scoring.game.rules.table_points import rounded
from scoring.standings.selectors.lines import PlayerLine, player_lines
from tournament.events.models.events import Event
from web.pocket.events import when, where
from web.pocket.sharing.pictures import Card, card_picture
from web.shared.requests.methods import get_only
from web.shared.scores import competition, gives_table_points, score_heading
from web.shared.viewer import ViewerContext, public_viewer_context

#: The players on the picture of an event after its end, and on that of the standings.
FIRST = 3
KEPT = {"Cache-Control": "public, max-age=300"}


@get_only
def event_picture(_request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the event: name, days and venue; after its end the first three."""
    reader = _public(slug)
    event = reader.event
    over = reader.status.last_session >= event.planned_sessions
    rows = _first_rows(reader) if over else []
    note = " · ".join(filter(None, (when(event), where(event))))
    return _answer(reader, "event", Card(event.name, note, rows))


@get_only
def standings_picture(_request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the first three of the standings."""
    reader = _public(slug)
    return _answer(reader, "standings", Card(reader.event.name, state_of_results(reader), _first_rows(reader)))


@get_only
def player_picture(_request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw a player: name, country, rank and points."""
    reader = _public(slug)
    entry = reader.standings.names.get(number)
    if entry is None:
        raise Http404
    line = next((line for line in player_lines(reader.standings) if line.entry.number == number), None)
    note = " · ".join(filter(None, (reader.event.name, country(entry.country))))
    rows = player_rows(reader.event, line) if line and line.standing.results else []
    return _answer(reader, f"player {number}", Card(entry.name, note, rows, foot=state_of_results(reader)))


def _public(slug: str) -> ViewerContext:
    """Return the event as everybody sees it, whoever asks."""
    reader = public_viewer_context(slug)
    if reader is None:
        raise Http404
    return reader


def state_of_results(reader: ViewerContext) -> str:
    """Return after which session the results are, and whether they are official; empty without results."""
    if not reader.after:
        return ""
    figures = {"session": reader.after, "total": reader.event.planned_sessions}
    text = _("after session %(session)s of %(total)s") % figures
    return " · ".join(filter(None, (text, str(reader.status.label))))


def _first_rows(reader: ViewerContext) -> list[tuple[str, str]]:
    lines = player_lines(reader.standings)[:FIRST] if reader.standings.last else []
    return [(f"{line.standing.rank or '–'}  {line.entry.name}", _points(reader.event, line)) for line in lines]


def player_rows(event: Event, line: PlayerLine) -> list[tuple[str, str]]:
    """Return rank and points of a player with their labels."""
    table_points = [(_("Table points"), rounded(line.standing.table_points))] if gives_table_points(event) else []
    return [
        (_("Rank"), str(line.standing.rank or "–")),
        *table_points,
        (score_heading(event), competition(line.standing.competition_points)),
    ]


def _points(event: Event, line: PlayerLine) -> str:
    score = competition(line.standing.competition_points)
    return f"{rounded(line.standing.table_points)} · {score}" if gives_table_points(event) else score


def _answer(reader: ViewerContext, name: str, card: Card) -> HttpResponse:
    language = translation.get_language() or "en"
    # Text, because the cache packs what it keeps as JSON.
    key = f"preview {name} {language}"
    text = reader.cached(key, lambda: base64.b64encode(card_picture(card, language)).decode())
    return HttpResponse(base64.b64decode(text), content_type="image/png", headers=KEPT)
