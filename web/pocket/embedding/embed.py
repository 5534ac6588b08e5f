"""How to show standings on another web site: the HTML to copy, tried on the page, and what the frame does."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from web.pocket.embedding.frames import MOST, USUAL
from web.pocket.series.series import series_or_404
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

#: Height in CSS pixels of what is around the rows, and of a row.
AROUND, ROW = 160, 46
LANGUAGES = [("", gettext_lazy("As in the reader's browser")), *settings.LANGUAGES]
THEMES = [("", gettext_lazy("Device setting")), ("light", gettext_lazy("Light")), ("dark", gettext_lazy("Dark"))]


class FrameForm(forms.Form):
    """How the frame looks."""

    saves_nothing = True

    rows = forms.IntegerField(label=gettext_lazy("Rows"), min_value=1, max_value=MOST)
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False, choices=LANGUAGES)
    theme = forms.ChoiceField(label=gettext_lazy("Colours"), required=False, choices=THEMES)


@get_only
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the HTML for the standings of an event."""
    reader = viewer_context(request, slug)
    title = _("Standings: %(event)s") % {"event": reader.event.name}
    back = reverse("pocket:standings", args=[slug])
    return _page(request, reverse("pocket:frame", args=[slug]), title, back, base="pocket/base.html", reader=reader)


@get_only
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the HTML for the ranking of a series."""
    series = series_or_404(slug)
    title = _("Ranking: %(series)s") % {"series": series.name}
    back = reverse("series:series", args=[slug])
    return _page(request, reverse("series:frame", args=[slug]), title, back, base="pocket/series/base.html")


def _page(request: HttpRequest, frame: str, title: str, back: str, **context: Any) -> HttpResponse:
    asked = request.GET if "rows" in request.GET else {"rows": str(USUAL), "language": get_language() or ""}
    form = FrameForm(asked)
    if form.is_valid():
        chosen = form.cleaned_data
        query = {"rows": chosen["rows"], "lang": chosen["language"], "theme": chosen["theme"]}
        context["trial"] = f"{frame}?{urlencode({name: value for name, value in query.items() if value})}"
        address = request.build_absolute_uri(context["trial"])
        height = AROUND + ROW * chosen["rows"]
        context["snippet"] = format_html(
            '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border:0"></iframe>',
            address,
            title,
            min(height, 1_200),
        )
    return render(request, "pocket/embedding/embed.html", {"form": form, "title": title, "back": back, **context})
