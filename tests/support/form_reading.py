"""The forms of a page as a browser without script sends them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

#: Kinds of inputs that a form does not send by itself.
SILENT = ("submit", "button", "file", "reset", "image")


@dataclass
class Form:
    """A form: its target, the values that it sends, the unchecked boxes, and the options, by name."""

    action: str = ""
    sent: dict[str, list[str]] = field(default_factory=dict)
    boxes: dict[str, list[str]] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.select = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = Form(given.get("action", ""))
            self.forms.append(self.inside)
        elif self.inside is None:
            return
        elif tag == "select":
            self.select = given.get("name", "")
        elif tag == "textarea":
            self.text = given.get("name", "")
        elif tag == "option" and self.select:
            self.inside.options.setdefault(self.select, []).append(given.get("value", ""))
            if "selected" in given or self.select not in self.inside.sent:
                self.inside.sent[self.select] = [given.get("value", "")]
        elif tag == "input" and given.get("name") and given.get("type") not in SILENT:
            self._add(self.inside, given)

    def _add(self, form: Form, given: dict[str, str]) -> None:
        box = given.get("type") in ("checkbox", "radio")
        into = form.boxes if box and "checked" not in given else form.sent
        into.setdefault(given["name"], []).append(given.get("value", "on" if box else ""))

    def handle_data(self, data: str) -> None:
        if self.text and self.inside is not None:
            self.inside.sent[self.text] = [data.strip()]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.text = ""


def forms_of(html: str) -> list[Form]:
    """Return every form of the page, in order."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def form_with(html: str, name: str) -> Form:
    """Return the first form of the page that sends or offers ``name``."""
    return next(form for form in forms_of(html) if name in form.sent or name in form.boxes)
