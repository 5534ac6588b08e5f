"""What a paper is made from, and what all papers have in common."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.paper import A3, A4, Furniture
from tournament.seating.selectors.seating import Seating
from tournament.seating.selectors.seats import Player
from tournament.wording import WINDS

if TYPE_CHECKING:
    from tournament.events.models.events import Event

SIZES = {"A4": A4, "A3": A3}


def _nothing(units: int = 1) -> None:
    """Count nothing."""


@dataclass(frozen=True)
class Order:
    """What is to be made: of which event and seats, in which language (the active one), size and format, when.

    ``parts`` are the numbers of the parts wanted (None: all), ``address`` what QR codes begin with,
    ``seal`` the audit's head hash, ``facts`` what one paper alone needs; ``step`` is called after each part. A paper
    made as a whole tells ``total`` how often it will call ``step``. ``unreleased``: it holds what is not public.
    """

    event: "Event"
    language: str
    at: datetime
    seating: Seating = field(default_factory=lambda: Seating(0, []))
    size: str = "A4"
    ending: str = "pdf"
    parts: Collection[int] | None = None
    address: str = ""
    seal: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    unreleased: bool = False
    total: Callable[[int], None] = _nothing
    step: Callable[[], None] = _nothing

    def wanted(self, number: int | None) -> bool:
        """Whether this part is to be made."""
        return self.parts is None or number in self.parts

    def furniture(self, what: str) -> Furniture:
        """Head and foot of its pages; what must not be used is marked across them."""
        printed = {"time": date_format(localtime(self.at), "DATETIME_FORMAT"), "zone": settings.TIME_ZONE}
        return Furniture(
            event=self.event.name,
            what=what,
            printed=_("Made %(time)s (%(zone)s)") % printed,
            seal=_("Audit: %(hash)s") % {"hash": self.seal[:16]} if self.seal else "",
            watermark=self.watermark,
        )

    @property
    def watermark(self) -> str:
        """The word across what must not be used in play; empty: it may be."""
        if self.event.rehearsal:
            return _("Rehearsal")
        if self.unreleased:
            return _("Not released")
        return _("Draft") if self.seating.draft else ""


def session_name(number: int) -> str:
    """A session as a heading."""
    return _("Session %(number)s") % {"number": number}


def day_and_time(starts: datetime | None) -> list[str]:
    """Day and time of a session's start; nothing if it is not planned."""
    if starts is None:
        return []
    local = localtime(starts)
    return [date_format(local, "MONTH_DAY_FORMAT"), date_format(local, "TIME_FORMAT")]


def start_text(starts: datetime | None) -> str:
    """Day and time of a session's start in one line; empty if it is not planned."""
    return " ".join(day_and_time(starts))


def wind(seat: str) -> str:
    """A seat's wind as one sign."""
    return str(WINDS[seat])


def full_name(player: Player) -> str:
    """The name, and behind it the one in Latin letters where that is another."""
    latin = player.latin_name
    return f"{player.name} {latin}" if latin and latin != player.name else player.name
