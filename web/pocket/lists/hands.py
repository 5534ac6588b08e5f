"""The hand gallery: recorded tiles of won hands over the whole record, each with its fans and a picture to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext

from common.infrastructure.single_flight import cache_key
from ranking.lists.selectors.hands import GalleryHand, events_with_hands, gallery_hands, gallery_ids
from scoring.fans.rules import FANS, hand_from
from web.pocket.fans.picture import card_of
from web.pocket.lists.filters import ALL, ScopeForm
from web.pocket.sharing.pictures import hand_picture
from web.shared.fans.entry import entry_of, won_entry
from web.shared.fans.labels import PRINTED, fan_name
from web.shared.fans.presenter import won_context
from web.shared.forms.fields import set_choices
from web.shared.requests.methods import get_only

PER_PAGE = 20
#: Seconds for which a drawn hand is cached.
KEPT = 7 * 86_400
ORDERS = [("points", gettext_lazy("Highest points first")), ("newest", gettext_lazy("Newest event first"))]


class GalleryForm(ScopeForm):
    """The events, a fan, and the order."""

    fan = forms.ChoiceField(label=gettext_lazy("Fan"), required=False)
    order = forms.ChoiceField(label=gettext_lazy("Order"), required=False, choices=ORDERS)

    def __init__(self, *args: Any, **scope: Any) -> None:
        super().__init__(*args, **scope)
        set_choices(self, "fan", [ALL, *((FANS[no].key, fan_name(FANS[no])) for no in PRINTED)])


class Drawn(NamedTuple):
    """The sets and the fans of a hand as markup, and the query of its page of the fan calculator."""

    sets: SafeString
    fans: SafeString
    query: str


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand of the gallery with what is drawn of it."""

    hand: GalleryHand
    drawn: Drawn

    @property
    def answer(self) -> dict[str, Any]:
        """The drawn sets and the fans, calculated."""
        return won_context(won_entry(self.hand.tiles, self.hand.rules))

    @property
    def points_text(self) -> str:
        """The declared points with their unit."""
        return ngettext("%(number)s point", "%(number)s points", self.hand.points) % {"number": self.hand.points}


@get_only
def hands(request: HttpRequest) -> HttpResponse:
    """Show the hands by page; a filter that does not exist is named beside its field, and no hand is shown."""
    form = GalleryForm(request.GET, events=events_with_hands())
    page = Paginator(_chosen_ids(form), PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": page,
        "rows": shown_hands(list(page.object_list)),
        "query": query.urlencode(),
        "chosen": form.chosen,
    }
    return render(request, "pocket/lists/hands.html", context)


@get_only
def hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one hand, with a picture for links to it."""
    row = _row_or_404(pk)
    title = f"{row.points_text} · {row.hand.winner.name}"
    link = request.build_absolute_uri(request.path)
    return render(request, "pocket/lists/hand.html", {"hand": row.hand, "row": row, "title": title, "link": link})


@get_only
def picture(_request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the hand with its declared points, its fans, its winner and the event."""
    row = _row_or_404(pk)
    tiles = hand_from(row.hand.tiles)
    won = {"winner": row.hand.winner.name, "event": row.hand.event}
    card = card_of(entry_of(tiles), tiles.win, row.answer["fans"], row.points_text, **won)
    data = hand_picture(card, get_language() or "en")
    return HttpResponse(data, content_type="image/png", headers={"Cache-Control": "public, max-age=300"})


def _row_or_404(pk: int) -> ShownHand:
    shown = shown_hands([pk])
    if not shown:
        raise Http404
    return shown[0]


def _chosen_ids(form: GalleryForm) -> Sequence[int]:
    if not form.is_valid():
        return []
    return gallery_ids(form.scope, form.cleaned_data["fan"], form.cleaned_data["order"] or "points")


def shown_hands(ids: Sequence[int]) -> list[ShownHand]:
    """Return those of the hands with these ids that are in the gallery, with their drawn tiles.

    What is drawn is cached by tiles, rules and language, of which nothing else changes it.
    """
    hands = gallery_hands(ids)
    state = get_language(), settings.VERSION
    names = [f"drawn-hand:{cache_key(hand.tiles, hand.rules, state)}" for hand in hands]
    cached = cache.get_many(names)
    missing = {name: _drawn(hand) for name, hand in zip(names, hands, strict=True) if name not in cached}
    cache.set_many(missing, KEPT)
    drawn = cached | missing
    return [ShownHand(hand, drawn[name]) for name, hand in zip(names, hands, strict=True)]


def _drawn(hand: GalleryHand) -> Drawn:
    entry = won_entry(hand.tiles, hand.rules)
    context = {**won_context(entry), "reference": reverse("fans:reference")}
    sets, fans = (render_to_string(page, context) for page in ("shared/fans/_sets.html", "shared/fans/_fans.html"))
    return Drawn(sets, fans, entry.query())
