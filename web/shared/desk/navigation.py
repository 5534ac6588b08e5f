"""The navigation of an event's Desk: its pages in groups, in the order in which an event is run."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from web.shared.access import EventAccess


@dataclass(frozen=True)
class Page:
    """One entry: URL name, label, the `EventAccess` attribute it needs, and further parts of the Desk it stands for.

    ``parts`` are paths below the Desk of the event, such as "setup/hall/"; the page's own path always counts.
    """

    name: str
    label: str | Promise
    needs: str = ""
    parts: tuple[str, ...] = ()
    of_event: bool = True

    def address(self, slug: str) -> str:
        return reverse(self.name, args=[slug] if self.of_event else [])


@dataclass(frozen=True)
class Group:
    """A phase of the event, or what is needed in all of them."""

    label: str | Promise
    pages: tuple[Page, ...]


OVERVIEW = Page("desk:event", _("Overview"))
GROUPS = (
    Group(
        pgettext_lazy("phase", "Prepare"),
        (
            Page("desk:setup", _("Settings"), "may_set_up", ("setup/settings/",)),
            Page("desk:timetable", _("Timetable and hall"), "may_set_up", ("setup/hall/", "setup/equipment/")),
            Page("desk:officials", _("Officials"), "may_set_up"),
            Page("desk:registration", _("Registration")),
            Page("desk:applications", _("Self-registration"), "may_register"),
        ),
    ),
    Group(
        pgettext_lazy("phase", "Seat"),
        (
            Page("desk:checkin", _("Check-in"), "may_check_in"),
            Page("desk:draw", pgettext_lazy("menu", "Draw")),
            Page("desk:format", _("Format")),
        ),
    ),
    Group(
        pgettext_lazy("phase", "Play"),
        (
            Page("floor:tables", _("Floor")),
            Page("desk:screens", _("Screens")),
            Page("desk:helpers", _("Referees and roles"), "may_set_up"),
        ),
    ),
    Group(
        pgettext_lazy("phase", "Count"),
        (
            Page("desk:tray", _("Score entry"), "may_type"),
            Page("desk:contradictions", _("Check results")),
            Page("desk:sessions", _("Release")),
        ),
    ),
    Group(
        pgettext_lazy("phase", "Finish"),
        (
            Page("desk:ceremony", _("Ceremony"), "may_release"),
            Page("desk:awards", _("Awards"), "may_release"),
            Page("desk:close", pgettext_lazy("menu", "Close the event"), "may_release"),
            Page("desk:send", _("Send the results"), "may_release", ("report/photos/",)),
        ),
    ),
    Group(pgettext_lazy("menu", "Print"), (Page("desk:papers", _("Papers"), "may_print"),)),
    Group(
        pgettext_lazy("menu", "Manage"),
        (
            Page("desk:roles", _("Roles"), "may_give_roles"),
            Page("desk:file", _("Event data"), "may_release", ("registration/private/",)),
            Page("desk:hand-over", pgettext_lazy("menu", "Hand over"), "may_hand_over"),
            Page("desk:publish", _("Publish online"), "may_publish", ("receive/",)),
            Page("desk:devices", _("Scoring devices"), "may_set_up"),
            Page("desk:rehearsal", _("Rehearsal"), "may_set_up"),
            Page("desk:night", _("New club night"), "may_set_up"),
            Page("desk:audit", _("Audit"), "may_audit"),
            Page("desk:backups", _("Backups"), "may_manage_accounts", of_event=False),
        ),
    ),
)


@dataclass(frozen=True)
class Link:
    """An entry as the template shows it; ``current`` is the value of aria-current, empty on other pages."""

    address: str
    label: str | Promise
    current: str


@dataclass(frozen=True)
class Navigation:
    """The entries that the account may open; ``here`` is the label of the current one."""

    overview: Link
    groups: list[tuple[str | Promise, list[Link]]]
    here: str | Promise


def navigation(desk: EventAccess, path: str) -> Navigation:
    """Return the navigation for the page at ``path``; the entry with the longest matching address is current."""
    slug = desk.event.slug
    open_pages = {group.label: [page for page in group.pages if _is_open(desk, page)] for group in GROUPS}
    current = _current(slug, path, [OVERVIEW, *(page for pages in open_pages.values() for page in pages)])

    def link(page: Page) -> Link:
        mark = "" if page is not current else "page" if page.address(slug) == path else "true"
        return Link(page.address(slug), page.label, mark)

    groups = [(label, [link(page) for page in pages]) for label, pages in open_pages.items() if pages]
    return Navigation(link(OVERVIEW), groups, current.label)


def _is_open(desk: EventAccess, page: Page) -> bool:
    if page.name in {"desk:rehearsal", "desk:night", "desk:close", "desk:send"} and desk.event.rehearsal:
        return False
    return not page.needs or getattr(desk, page.needs)


def _current(slug: str, path: str, pages: Iterable[Page]) -> Page:
    desk = OVERVIEW.address(slug)
    matches = [
        (len(start), page)
        for page in pages
        for start in (page.address(slug), *(desk + part for part in page.parts))
        if path.startswith(start)
    ]
    return max(matches, key=lambda match: match[0], default=(0, OVERVIEW))[1]
