"""Rewrite a page of the program into a file: links become relative, and parts that need the program are dropped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

#: Elements that need the program or a script. So do panels that a button opens, hidden elements, and those that say so
#: by ``data-program``.
LEFT_OUT = frozenset({"script", "form", "template", "dialog"})
#: Tags without an end.
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
#: Its content is kept without its tags, since no script runs in the site.
UNWRAPPED = "noscript"
LINKS = ("href", "src")


@dataclass
class Rewritten:
    """The text of the file, the addresses of linked pages, and the names of its static files."""

    text: str
    pages: list[str]
    assets: list[str]


@dataclass(frozen=True)
class SitePaths:
    """Look-ups for links.

    ``page`` returns the address and the file ("": not in the site) of an href; ``only_live`` whether a link needs the
    program; ``asset`` the name of a static file's address ("": none). ``home`` is the file of the list of languages.
    """

    page: Callable[[str], tuple[str, str]]
    only_live: Callable[[str], bool]
    asset: Callable[[str], str]
    home: str


def rewritten(html: str, paths: SitePaths, *, head: str, switch: str, foot: str) -> Rewritten:
    """Return the page as a file.

    ``head`` is added at the end of its <head>, ``switch`` at the end of its <header>, ``foot`` in its <footer>.
    """
    writer = _Writer(paths, {"head": head, "header": switch, "footer": foot})
    writer.feed(html)
    writer.close()
    return Rewritten("".join(writer.parts), writer.pages, writer.assets)


def _only_online(tag: str, attributes: Mapping[str, str | None]) -> bool:
    """Return whether an element of the head is for the program's pages only: icons made by it, its addresses."""
    if tag == "meta":
        return "property" in attributes or "data-offline" in attributes
    return tag == "link" and (attributes.get("rel") not in ("stylesheet", "icon") or "sizes" in attributes)


class _Writer(HTMLParser):
    def __init__(self, paths: SitePaths, added: dict[str, str]) -> None:
        super().__init__(convert_charrefs=False)
        self.paths = paths
        self.added = dict(added)
        self.parts: list[str] = []
        self.pages: list[str] = []
        self.assets: list[str] = []
        #: The tag of the element that is being dropped, and the depth of nested elements of this tag.
        self._out, self._depth = "", 0
        self._anchors: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if self._out:
            self._depth += tag == self._out
            return
        attributes = dict(attrs)
        if self._leaves_out(tag, attributes):
            if tag not in VOID:
                self._out, self._depth = tag, 1
            return
        if tag == UNWRAPPED:
            return
        if tag == "a":
            attributes = self._anchor(attributes)
            tag = self._anchors[-1]
        elif _only_online(tag, attributes):
            return
        else:
            attributes = {name: self._asset(name, value) for name, value in attributes.items()}
        self.parts.append(_tag(tag, attributes))

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._out:
            self._depth -= tag == self._out
            if not self._depth:
                self._out = ""
            return
        if tag == UNWRAPPED:
            return
        # Add each part once: the first header and footer are those of the page.
        self.parts.append(self.added.pop(tag, ""))
        self.parts.append(f"</{self._anchors.pop() if tag == 'a' and self._anchors else tag}>")

    def handle_data(self, data: str) -> None:
        self._text(data)

    def handle_entityref(self, name: str) -> None:
        self._text(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._text(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._text(f"<!{decl}>")

    def _text(self, text: str) -> None:
        if not self._out:
            self.parts.append(text)

    def _leaves_out(self, tag: str, attributes: dict[str, str | None]) -> bool:
        hidden = {"popover", "popovertarget", "hidden"} & attributes.keys()
        settings = tag == "meta" and attributes.get("name") == "htmx-config"
        dead = tag == "a" and self.paths.only_live(attributes.get("href") or "")
        return tag in LEFT_OUT or bool(hidden) or settings or dead or "data-program" in attributes

    def _anchor(self, attributes: dict[str, str | None]) -> dict[str, str | None]:
        """Return the attributes of a link; a link that leads out of the site becomes text."""
        href = attributes.get("href") or ""
        if href.startswith(("#", "https:", "http:", "mailto:")):
            self._anchors.append("a")
            return attributes
        address, file = self.paths.page(href)
        if address == "/":
            file = self.paths.home
        elif file:
            self.pages.append(address)
        if not file:
            self._anchors.append("span")
            return {name: value for name, value in attributes.items() if name in ("lang", "title")}
        _path, mark, fragment = href.partition("#")
        self._anchors.append("a")
        return {**attributes, "href": f"{file}{mark}{fragment}"}

    def _asset(self, name: str, value: str | None) -> str | None:
        """Return an attribute's value; None drops it: attributes of htmx, and addresses of the program."""
        if name.startswith("hx-"):
            return None
        if value is None or not value.startswith("/"):
            return "" if value is None else value
        if name == "src":
            address, file = self.paths.page(value)
            if file:  # a picture that the program serves, such as a photo of the event
                self.pages.append(address)
                return file
        path, mark, fragment = value.partition("#")
        asset_name = self.paths.asset(path) if name in LINKS else ""
        if not asset_name:
            return None
        self.assets.append(asset_name)
        return f"../static/{asset_name}{mark}{fragment}"


def _tag(tag: str, attributes: dict[str, str | None]) -> str:
    texts = [
        f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attributes.items() if value is not None
    ]
    return f"<{tag}{''.join(texts)}>"
