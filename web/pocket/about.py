"""The page about the program: its version, and the licences of what others made."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from common.third_party import ASSETS
from web.shared.requests.methods import get_only

USES = {
    "styles": _("Styles of the pages"),
    "fonts": _("Fonts of pages and papers"),
    "tiles": _("Pictures of the tiles"),
    "script": _("Script in the pages"),
}


@get_only
def about(request: HttpRequest) -> HttpResponse:
    """What Pinju is, its version, and the licences of the bundled assets."""
    context = {"version": settings.VERSION, "assets": [(asset, USES[asset.use]) for asset in ASSETS]}
    return render(request, "pocket/about.html", context)
