"""Make the site: every public page in three languages as anonymous readers see it, its assets, and a first page."""

import io
import posixpath
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from scoring.standings.selectors.standings import last_released
from tournament.events.models.events import Event
from web.pocket.results.files import PUBLIC_FILES
from web.pocket.site.addresses import Addresses
from web.pocket.site.rewriting import SitePaths, rewritten
from web.pocket.site.tiles import with_own_tiles

#: The date of all files in the zip: the earliest that the format allows.
DAY = (1980, 1, 1, 0, 0, 0)
STYLE, TILES = "css/site.css", "tiles.svg"
_URL = re.compile(r"""url\(["']?(?!data:)([^"')#?]+)""")


@dataclass
class Counting:
    """Callbacks of the progress: the number of pages as far as known, and one page done."""

    total: Callable[[int], None]
    step: Callable[[], None]


@dataclass
class _Site:
    event: Event
    addresses: Addresses
    archive: zipfile.ZipFile
    made_at: datetime
    assets: set[str] = field(default_factory=lambda: {STYLE})
    faces: str = field(default_factory=lambda: _static(TILES).decode())

    def add(self, name: str, data: bytes) -> None:
        entry = zipfile.ZipInfo(f"{self.event.slug}/{name}", DAY)
        entry.external_attr = 0o644 << 16
        self.archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def make_site(event: Event, counting: Counting) -> bytes:
    """Return the zip of everything that is public now.

    Refused for a private event, and if something was released or retracted meanwhile.
    """
    if event.rehearsal:
        raise Refused(_("This is a rehearsal: nothing of it is public."))
    if event.is_set_aside:
        raise Refused(_("This copy was set aside: nothing of it is public."))
    before = _version(event)
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        site = _Site(event, Addresses(event.slug), archive, timezone.now())
        site.add("index.html", _first_page(site).encode())
        for code, _name in settings.LANGUAGES:
            with translation.override(code):
                _make_pages(site, code, counting)
        for name in sorted(_with_style_assets(site.assets)):
            site.add(f"static/{name}", _static(name))
    if _version(event) != before:
        raise Refused(_("Something was released or withdrawn while the pages were being made; please start again."))
    return output.getvalue()


def _version(event: Event) -> int:
    return Ledger.objects.values_list("public", flat=True).get(pk=event.ledger_id)


def _make_pages(site: _Site, language: str, counting: Counting) -> None:
    """Make every page that can be reached in this language."""
    waiting = [site.addresses.root, *_result_files(site.event)]
    seen = set(waiting)
    for address in waiting:
        new = [linked for linked in dict.fromkeys(_make_page(site, address, language)) if linked not in seen]
        seen.update(new)
        waiting += new
        if new and language == settings.LANGUAGES[0][0]:
            # The other languages have the same pages.
            counting.total(len(waiting) * len(settings.LANGUAGES))
        counting.step()


def _result_files(event: Event) -> list[str]:
    names = PUBLIC_FILES if last_released(event) else ()
    return [reverse("pocket:result-file", args=[event.slug, name]) for name in names]


def _make_page(site: _Site, address: str, language: str) -> list[str]:
    """Make the file of one address; return the addresses of the pages that it links to."""
    response = _answer(address, site.addresses)
    name = f"{language}/{site.addresses.file_of(address)}"
    if response is None:
        return []
    if not response["Content-Type"].startswith("text/html"):
        site.add(name, response.content)
        return []
    made = rewritten(response.content.decode(), _paths(site, address), **_site_parts(site, name.rpartition("/")[2]))
    site.assets.update(asset for asset in made.assets if asset != TILES)
    site.add(name, with_own_tiles(made.text, site.faces).encode())
    return made.pages


def _answer(address: str, addresses: Addresses) -> HttpResponse | None:
    """Return the answer for an anonymous reader; None if there is no page."""
    parts = urlsplit(address)
    page = addresses.match(parts.path)
    assert page is not None  # only such addresses have a file
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = parts.path
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": parts.query}
    request.GET = QueryDict(parts.query)
    request.user, request.session, request.resolver_match = AnonymousUser(), {}, page  # type: ignore[assignment]
    try:
        response = page.func(request, *page.args, **page.kwargs)
    except Http404:
        return None
    return response if response.status_code == 200 else None


def _paths(site: _Site, address: str) -> SitePaths:
    addresses = site.addresses

    def page(href: str) -> tuple[str, str]:
        target = addresses.absolute(href.partition("#")[0] or address, address)
        return target, addresses.file_of(target)

    prefix = static("")
    return SitePaths(
        page=page,
        only_live=lambda href: addresses.only_live(addresses.absolute(href, address)),
        asset=lambda path: path.removeprefix(prefix) if path.startswith(prefix) else "",
        home="../index.html",
    )


def _site_parts(site: _Site, file: str) -> dict[str, str]:
    """Return the parts that the site adds to a page: its style, the languages, the time of making."""
    links = [(code, name, f"../{code}/{file}") for code, name in settings.LANGUAGES]
    context = {"links": links, "made_at": site.made_at}
    return {
        "head": render_to_string("pocket/site/_head.html", {"style": f"../static/{STYLE}"}),
        "switch": render_to_string("pocket/site/_languages.html", context),
        "foot": render_to_string("pocket/site/_foot.html", context),
    }


def _first_page(site: _Site) -> str:
    """Return the page that opens the site: the event's name, and a link for each language."""
    links = []
    for code, name in settings.LANGUAGES:
        with translation.override(code):
            links.append((code, name, f"{code}/index.html", _("The event's pages")))
    return render_to_string("pocket/site/index.html", {"event": site.event, "ways": links, "style": f"static/{STYLE}"})


def _with_style_assets(names: set[str]) -> set[str]:
    """Return the static files, and those that their style sheets name."""
    waiting = list(names)
    assets: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in assets:
            continue
        assets.add(name)
        if name.endswith(".css"):
            named = _URL.findall(_static(name).decode())
            waiting += [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in named]
    return assets


def _static(name: str) -> bytes:
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_bytes()
