"""The parts of the Floor in the order of its navigation; a new part adds a line here."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.access.selectors.roles import AUDITORS
from web.shared.viewer import ViewerContext


@dataclass(frozen=True)
class Tab:
    """A part of the Floor: the name of its URL (which takes the event's slug), its label, and who sees it.

    ``whole``: URLs below it belong to it.
    """

    address: str
    label: str | Promise
    shown: Callable[[ViewerContext], bool] = lambda reader: reader.official
    whole: bool = True


TABS = [
    Tab("floor:tables", _("Tables"), whole=False),
    Tab("floor:clock", _("Clock")),
    Tab("floor:late", _("Late")),
    Tab("floor:calls", _("Calls")),
    Tab("floor:fouls", _("Fouls")),
    Tab("floor:appeals", _("Appeals")),
    Tab("floor:announcements", _("Announcements")),
    Tab("desk:audit", _("Audit"), lambda reader: bool(reader.roles & AUDITORS), whole=False),
]
