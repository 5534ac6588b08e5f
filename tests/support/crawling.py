"""Follow the links of every page, and read the texts of a page."""

import re
from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from tests.support.planting import planted_in_file

#: Attributes that people read or hear.
SPOKEN = ("aria-label", "title", "alt", "placeholder")
SILENT = ("script", "style", "template")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Page:
    """The response of a path: its links, forms, and texts with their language.

    ``planted`` holds the values of tests/support/planting.py that the response contains, whatever its file type.
    """

    path: str
    status: int
    body: bytes = b""
    links: set[str] = field(default_factory=set)
    forms: set[tuple[str, str]] = field(default_factory=set)
    texts: list[tuple[str, str]] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    planted: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.languages = [""]
        self.silent = 0
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in pairs}
        language = attrs.get("lang", self.languages[-1])
        for name in SPOKEN:
            if attrs.get(name, "").strip():
                self.page.texts.append((language, attrs[name].strip()))
        if attrs.get("id") and attrs["id"] in self.ids:
            self.page.dead.append(f"{self.page.path}: two parts are called {attrs['id']}")
        self.ids.add(attrs.get("id", ""))
        if tag == "a":
            self._link(attrs)
        if tag == "form":
            self.page.forms.add((attrs.get("method", "get").lower(), urljoin(self.page.path, attrs.get("action", ""))))
        if tag not in VOID:
            self.languages.append(language)
            self.silent += tag in SILENT

    def _link(self, attrs: dict[str, str]) -> None:
        href = attrs.get("href", "")
        if href in ("", "#"):
            self.page.dead.append(f"{self.page.path}: a link that leads nowhere: {attrs}")
        self.page.links.add(urldefrag(urljoin(self.page.path, href)).url)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and len(self.languages) > 1:
            self.languages.pop()
            self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if data.strip() and self.silent <= 0:
            self.page.texts.append((self.languages[-1], " ".join(data.split())))


def read(client: Client, path: str) -> Page:
    """Request ``path`` and parse the response."""
    response = client.get(path)
    body = response.getvalue()
    page = Page(path, response.status_code, body, planted=planted_in_file(body))
    if response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming:
        _Reader(page).feed(response.content.decode())
    if response.headers.get("Location"):
        page.links.add(urljoin(path, response.headers["Location"]))
    return page


def crawl(client: Client, starts: list[str], within: str = "", each: int = 3) -> dict[str, Page]:
    """Follow links from ``starts``; return the pages by path, the first ``each`` of a kind in each event and session.

    ``within`` is a regular expression; only links that contain it are followed.
    """
    waiting, seen, kinds = deque(starts), {}, Counter()
    while waiting:
        path = waiting.popleft()
        kind = _kind(path)
        if path in seen or (kinds[kind] >= each and path not in starts):
            continue
        kinds[kind] += 1
        seen[path] = read(client, path)
        waiting += [link for link in sorted(seen[path].links) if _inside(link) and re.search(within, link)]
    return seen


@cache
def _kind(path: str) -> tuple[str, ...]:
    """Return the path's view name, event and session; a path without a view is a kind of its own.

    Cached, because each page has about a hundred links and most of them are the same.
    """
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return (path,)
    return found.view_name, *(str(found.kwargs.get(name, "")) for name in ("slug", "session"))


def one_of_each_kind(client: Client, starts: list[str]) -> dict[str, Page]:
    """Follow links (not form targets) from ``starts``; return the first page of each view by name."""
    waiting, kinds = list(starts), {}
    while waiting:
        path = waiting.pop(0)
        kind = resolve(urlsplit(path).path).view_name
        if kind not in kinds:
            kinds[kind] = read(client, path)
            waiting += [link for link in sorted(kinds[kind].links) if _inside(link)]
    return {kind: page for kind, page in kinds.items() if page.status == 200 and page.texts}


def planted_views(pages: dict[str, Page]) -> dict[str, set[str]]:
    """Return planted value -> names of the views that showed it."""
    found: dict[str, set[str]] = {}
    for page in pages.values():
        for name in page.planted:
            found.setdefault(name, set()).add(resolve(urlsplit(page.path).path).view_name)
    return found


def _inside(link: str) -> bool:
    parts = urlsplit(link)
    return not parts.netloc and not parts.scheme and not parts.path.startswith("/static/")
