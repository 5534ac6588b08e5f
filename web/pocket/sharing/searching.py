"""What search engines read: which pages they may visit, and a list of them in each language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.events.selectors.event_list import listed_events
from web.shared.requests.methods import get_only

#: Pages of an event in the list, by the name of their address.
PAGES = ("event", "standings", "players", "tables", "rules")
#: Addresses that are not pages to read: work, accounts, forms, live parts.
CLOSED = ("/desk/", "/floor/", "/table/", "/wall/", "/committee/", "/jobs/", "/components/", "/me/", "/live/", "/i18n/")
#: The most events in the list.
MOST = 2000


@get_only
def robots(request: HttpRequest) -> HttpResponse:
    """Answer robots.txt."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += [f"Disallow: /e/*/{part}" for part in ("desk/", "floor/", "register/", "live/")]
    lines += ["", f"Sitemap: {request.build_absolute_uri(reverse('pocket:sitemap'))}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@get_only
def sitemap(request: HttpRequest) -> HttpResponse:
    """Answer the list of public pages, each with its address in every language."""
    paths = [reverse("pocket:events"), reverse("fans:count"), reverse("fans:reference")]
    for event in listed_events()[:MOST]:
        paths += [reverse(f"pocket:{name}", args=[event.slug]) for name in PAGES]
    pages = [request.build_absolute_uri(path) for path in paths]
    context = {"pages": pages, "languages": [code for code, _name in settings.LANGUAGES]}
    return render(request, "pocket/sharing/sitemap.xml", context, content_type="application/xml; charset=utf-8")
