"""Which public pages a site holds, and what each is called there."""

from urllib.parse import parse_qs, urljoin, urlsplit

from django.urls import Resolver404, ResolverMatch, resolve, reverse

#: What the names of public pages have in them that only the program itself can answer: registering, lodging appeals,
#: the running clock, and the parts that pages ask for again.
NOT_THERE = ("events", "register", "application", "appeal", "clock", "live")
#: A page that is one of several: "?page=2".
PAGE = "page"


class Addresses:
    """The addresses of one event's public pages, and the files they become: all in one folder of each language."""

    def __init__(self, slug: str) -> None:
        self.root = reverse("pocket:event", args=[slug])
        self.slug = slug

    def absolute(self, href: str, page: str) -> str:
        """What a link on the page at address ``page`` leads to: path with query, without the place on the page."""
        parts = urlsplit(urljoin(page, href))
        return f"{parts.path}?{parts.query}" if parts.query not in ("", f"{PAGE}=1") else parts.path

    def file_of(self, address: str) -> str:
        """The file's name of an address; empty if the site does not hold it."""
        parts = urlsplit(address)
        asked = parse_qs(parts.query, keep_blank_values=True)
        if not parts.path.startswith(self.root) or set(asked) - {PAGE} or self.match(parts.path) is None:
            return ""
        name = parts.path.removeprefix(self.root).strip("/").replace("/", "-") or "index"
        number = asked.get(PAGE, ["1"])[0]
        if not number.isdigit():
            return ""
        if "." in parts.path.rpartition("/")[2]:
            return name
        return f"{name}.html" if number == "1" else f"{name}-{PAGE}-{number}.html"

    def match(self, path: str) -> ResolverMatch | None:
        """The view of a page that the site holds; None for any other path."""
        found = self._own(path)
        return None if found is None or _only_live(found) else found

    def only_live(self, address: str) -> bool:
        """Whether it is a page of the event that only the program itself can answer."""
        found = self._own(urlsplit(address).path)
        return found is not None and _only_live(found)

    def _own(self, path: str) -> ResolverMatch | None:
        try:
            found = resolve(path)
        except Resolver404:
            return None
        return found if found.namespace == "pocket" and found.kwargs.get("slug") == self.slug else None


def _only_live(found: ResolverMatch) -> bool:
    return any(word in str(found.url_name) for word in NOT_THERE)
