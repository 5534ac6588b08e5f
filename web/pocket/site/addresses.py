"""The public pages that a site holds, and their file names."""

from urllib.parse import parse_qs, urljoin, urlsplit

from django.urls import Resolver404, ResolverMatch, resolve, reverse

#: Parts of the names of pages that need the program: registering, appeals, the running clock, notifications, frames.
NOT_THERE = (
    "events", "register", "application", "appeal", "clock", "live", "notifications", "feed", "picture", "manifest",
    "frame", "embed",
)  # fmt: skip
#: The query parameter of one page of several: "?page=2".
PAGE = "page"


class Addresses:
    """The addresses of one event's public pages, and their files: all in one folder for each language."""

    def __init__(self, slug: str) -> None:
        self.root = reverse("pocket:event", args=[slug])
        self.slug = slug
        #: The view of each path that was asked for; most links of a page are on every page.
        self._views: dict[str, ResolverMatch | None] = {}

    def absolute(self, href: str, page: str) -> str:
        """Return the address of a link on the page at address ``page``: path and query, without the fragment."""
        parts = urlsplit(urljoin(page, href))
        return f"{parts.path}?{parts.query}" if parts.query not in ("", f"{PAGE}=1") else parts.path

    def file_of(self, address: str) -> str:
        """Return the file name of an address; empty if the site does not hold it."""
        parts = urlsplit(address)
        query = parse_qs(parts.query, keep_blank_values=True)
        if not parts.path.startswith(self.root) or set(query) - {PAGE} or self.match(parts.path) is None:
            return ""
        name = parts.path.removeprefix(self.root).strip("/").replace("/", "-") or "index"
        number = query.get(PAGE, ["1"])[0]
        if not number.isdigit():
            return ""
        if "." in parts.path.rpartition("/")[2]:
            return name
        return f"{name}.html" if number == "1" else f"{name}-{PAGE}-{number}.html"

    def match(self, path: str) -> ResolverMatch | None:
        """Return the view of a page that the site holds; None for any other path."""
        page = self._event_page(path)
        return None if page is None or _only_live(page) else page

    def only_live(self, address: str) -> bool:
        """Return whether the address is a page of the event that needs the program."""
        page = self._event_page(urlsplit(address).path)
        return page is not None and _only_live(page)

    def _event_page(self, path: str) -> ResolverMatch | None:
        if path not in self._views:
            self._views[path] = _event_page(path, self.slug)
        return self._views[path]


def _event_page(path: str, slug: str) -> ResolverMatch | None:
    try:
        page = resolve(path)
    except Resolver404:
        return None
    return page if page.namespace == "pocket" and page.kwargs.get("slug") == slug else None


def _only_live(page: ResolverMatch) -> bool:
    return any(word in str(page.url_name) for word in NOT_THERE)
