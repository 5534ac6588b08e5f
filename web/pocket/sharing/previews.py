"""The pictures of link previews: an event, its standings, a player. They show what the public sees."""

import base64
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from common.templatetags.pinju import country
from scoring.game.rules.table_points import rounded
from scoring.settings.selectors import gives_table_points
from web.pocket.events import when, where
from web.pocket.sharing.pictures import Card, PlayerCard, Winner, card_picture, player_picture_of
from web.pocket.sharing.texts import first_places, is_over, player_figures, state_of_results
from web.shared.requests.methods import get_only
from web.shared.scores import competition
from web.shared.viewer import ViewerContext, public_viewer_context

KEPT = {"Cache-Control": "public, max-age=300"}


@get_only
def event_picture(_request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the event: name, days and venue; after its end the first three."""
    reader = _public(slug)
    note = " · ".join(filter(None, (when(reader.event), where(reader.event))))
    card = Card(
        reader.event.name, note, state_of_results(reader, short=True), _winners(reader) if is_over(reader) else []
    )
    return _answer(reader, "event", lambda language: card_picture(card, language))


@get_only
def standings_picture(_request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the first three of the standings."""
    reader = _public(slug)
    card = Card(reader.event.name, _("Standings"), state_of_results(reader, short=True), _winners(reader))
    return _answer(reader, "standings", lambda language: card_picture(card, language))


@get_only
def player_picture(_request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw a player: name, country, rank and points."""
    reader = _public(slug)
    entry = reader.standings.names.get(number)
    if entry is None:
        raise Http404
    note = " · ".join(filter(None, (reader.event.name, country(entry.country))))
    card = PlayerCard(entry.name, note, state_of_results(reader, short=True), player_figures(reader, number))
    return _answer(reader, f"player {number}", lambda language: player_picture_of(card, language))


def _public(slug: str) -> ViewerContext:
    """Return the event as the public sees it, also for a signed-in person."""
    reader = public_viewer_context(slug)
    if reader is None:
        raise Http404
    return reader


def _winners(reader: ViewerContext) -> list[Winner]:
    winners = []
    for standing, entry in first_places(reader):
        points = competition(standing.competition_points)
        if gives_table_points(reader.event):
            points = f"{rounded(standing.table_points)} · {points}"
        winners.append(Winner(str(standing.rank or "–"), entry.name, points))
    return winners


def _answer(reader: ViewerContext, name: str, draw: Callable[[str], bytes]) -> HttpResponse:
    language = translation.get_language() or "en"
    # Text, because the cache packs what it keeps as JSON.
    text = reader.cached(f"preview {name} {language}", lambda: base64.b64encode(draw(language)).decode())
    return HttpResponse(base64.b64decode(text), content_type="image/png", headers=KEPT)
