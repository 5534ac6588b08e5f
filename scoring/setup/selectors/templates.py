"""The templates of events: sessions, their times, and settings that differ from the defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


@dataclass(frozen=True)
class EventTemplate:
    """A template. ``days``: the starts of each day's sessions; ``settings``: group -> name -> value, else defaults."""

    name: str
    label: str | Promise
    description: str | Promise
    days: tuple[tuple[time, ...], ...]
    scope: str = ""
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def sessions(self) -> int:
        return sum(map(len, self.days))

    def ends(self, first_day: date) -> date:
        """Return the last day."""
        return first_day + timedelta(days=len(self.days) - 1)

    def starts(self, first_day: date, zone: ZoneInfo) -> list[datetime]:
        """Return the start of each session, by the clocks of this time zone."""
        return [
            datetime.combine(first_day + timedelta(days=number), start, zone)
            for number, day in enumerate(self.days)
            for start in day
        ]


_TWO = (time(10), time(14))
_THREE = (time(9, 30), time(13, 30), time(16, 30))
_FRIENDLY_FEES = {"appeals": {"fee": 0}}

TEMPLATES: Mapping[str, EventTemplate] = {
    template.name: template
    for template in (
        EventTemplate(
            "club-day",
            _("Club day"),
            _(
                "4 sessions of 90 minutes on one day; no fee for appeals. An event with fewer than "
                "six sessions gets no class."
            ),
            ((time(10), time(12), time(14, 30), time(16, 30)),),
            settings={"play": {"session_minutes": 90, "break_minutes": 0}, **_FRIENDLY_FEES},
        ),
        EventTemplate(
            "regional",
            _("Regional tournament"),
            _("6 sessions of 120 minutes on two days: the minimum of the rules."),
            (_THREE, _THREE),
            scope=Event.Scope.REGIONAL,
            settings=_FRIENDLY_FEES,
        ),
        EventTemplate(
            "national-open",
            _("National open"),
            _("8 sessions of 120 minutes on three days."),
            (_THREE, _THREE, _TWO),
            scope=Event.Scope.NATIONAL,
        ),
        EventTemplate(
            "continental",
            _("Continental championship"),
            _("8 sessions of 120 minutes on three days."),
            (_THREE, _THREE, _TWO),
            scope=Event.Scope.CONTINENTAL_CHAMPIONSHIP,
        ),
        EventTemplate(
            "world",
            _("World championship"),
            _("10 sessions of 120 minutes on four days."),
            (_THREE, _THREE, _TWO, _TWO),
            scope=Event.Scope.WORLD,
        ),
    )
}
