"""The order of a paper, and texts that papers share."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

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
    """What to make: event and seats, language (the active one), size and format, time.

    ``parts`` are the numbers of the wanted parts (None: all), ``address`` is the base of QR codes, ``seal`` the audit's
    head hash, ``content`` data of this kind of paper; ``step`` is called after each part. A paper without parts first
    calls ``total`` with the number of steps. ``unreleased``: it contains unreleased data. ``code`` is that of the
    package that was published with these results (empty: none).
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
    code: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    unreleased: bool = False
    #: The event's logo, a JPEG; empty: none.
    logo: bytes = b""
    total: Callable[[int], None] = _nothing
    step: Callable[[], None] = _nothing

    def wanted(self, number: int | None) -> bool:
        """Return whether to make this part."""
        return self.parts is None or number in self.parts

    def furniture(self, title: str) -> Furniture:
        """Return head and foot of the pages, and a watermark on papers that must not be used."""
        printed = {"time": date_format(localtime(self.at), "DATETIME_FORMAT"), "zone": self.event.zone.key}
        seals = [_("Audit: %(hash)s") % {"hash": self.seal[:16]}] if self.seal else []
        seals += [_("Check later: %(code)s") % {"code": self.code}] if self.code else []
        return Furniture(
            event=self.event.name,
            title=title,
            printed=_("Made %(time)s (%(zone)s)") % printed,
            seal=" · ".join(seals),
            watermark=self.watermark,
            logo=self.logo,
        )

    @property
    def watermark(self) -> str:
        """Return the word across a paper that must not be used in play; empty: none."""
        if self.event.rehearsal:
            return _("Rehearsal")
        if self.unreleased:
            return _("Not released")
        return _("Draft") if self.seating.draft else ""


def session_name(number: int) -> str:
    return _("Session %(number)s") % {"number": number}


def day_and_time(starts: datetime | None) -> list[str]:
    """Return day and time of a session's start; empty if it is not planned."""
    if starts is None:
        return []
    local = localtime(starts)
    return [date_format(local, "MONTH_DAY_FORMAT"), date_format(local, "TIME_FORMAT")]


def start_text(starts: datetime | None) -> str:
    """Return day and time of a session's start on one line; empty if it is not planned."""
    return " ".join(day_and_time(starts))


def wind(seat: str) -> str:
    return str(WINDS[seat])


def full_name(player: Player) -> str:
    """Return the name, followed by the name in Latin letters if it differs."""
    latin = player.latin_name
    return f"{player.name} {latin}" if latin and latin != player.name else player.name
