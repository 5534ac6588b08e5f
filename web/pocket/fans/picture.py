"""The card of a won hand as a picture, for sharing and for link previews."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language

from scoring.tiles.rules.drawn import shown
from scoring.tiles.rules.sets import SetView
from scoring.tiles.rules.tiles import tile_text
from web.pocket.sharing.pictures import HandCard, hand_picture
from web.shared.fans.entry import Entry
from web.shared.fans.entry_parameters import read
from web.shared.fans.presenter import context_of
from web.shared.fans.shown import ShownFan
from web.shared.requests.methods import get_only

KEPT = {"Cache-Control": "public, max-age=86400"}


@get_only
def picture(request: HttpRequest) -> HttpResponse:
    """Draw the hand in the address; 404 unless it wins."""
    entry = read(request.GET)
    context = context_of(entry)
    answer = context["answer"]
    if answer["state"] != "won" or entry.win is None:
        raise Http404
    data = hand_picture(card_of(entry, entry.win, answer["fans"], context["spoken"]), get_language() or "en")
    return HttpResponse(data, content_type="image/png", headers=KEPT)


def card_of(entry: Entry, win: int, fans: Iterable[ShownFan], points: str, **won: str) -> HandCard:
    """Return the card of a hand: its sets and winning tile, its fans, and its ``points`` with their unit."""
    melds = [shown(SetView(meld.kind, meld.tiles, True, meld.concealed)).tiles for meld in entry.melds]
    groups = [*melds, [tile_text(tile) for tile in entry.tiles], [tile_text(win)]]
    rows = [(_times(fan), fan.value if fan.points else "") for fan in fans]
    return HandCard(points, [group for group in groups if group], rows, **won)


def _times(fan: ShownFan) -> str:
    return f"{fan.name} × {fan.times}" if fan.times > 1 else str(fan.name)
