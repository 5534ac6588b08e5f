"""What closing an event and confirming its class wait for: running sessions, appeal times, and appeals (3.12, 3.13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from common.states import for_each
from scoring.appeals.rules import UNDECIDED, State
from scoring.appeals.selectors.appeals import appeals_of, running_times, second_until
from scoring.releases.models.closings import EarlyEnd
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event


class Kind(StrEnum):
    """What is waited for."""

    SESSION = "session"
    TIME = "time"
    APPEAL = "appeal"
    SECOND = "second"


#: The texts of the waits, as clauses of a sentence.
WORDS: Mapping[Kind, str | Promise] = for_each(
    Kind,
    {
        Kind.SESSION: _("the chief referee has not ended session %(number)d, and its appeal time begins then"),
        Kind.TIME: _("the appeal time of session %(number)d runs until %(time)s"),
        Kind.APPEAL: _("appeal %(number)d is not decided"),
        Kind.SECOND: _("the decision on appeal %(number)d can be appealed until %(time)s"),
    },
)
#: The texts of several waits of a kind, and of each of them in their list.
SEVERAL: Mapping[Kind, Promise] = for_each(
    Kind,
    {
        Kind.SESSION: ngettext_lazy(
            "The chief referee has not ended %(count)d session; its appeal time begins then",
            "The chief referee has not ended %(count)d sessions; their appeal times begin then",
            "count",
        ),
        Kind.TIME: ngettext_lazy(
            "The appeal time of %(count)d session runs", "The appeal times of %(count)d sessions run", "count"
        ),
        Kind.APPEAL: ngettext_lazy("%(count)d appeal is not decided", "%(count)d appeals are not decided", "count"),
        Kind.SECOND: ngettext_lazy(
            "The decision on %(count)d appeal can be appealed",
            "The decisions on %(count)d appeals can be appealed",
            "count",
        ),
    },
)
LABELS: Mapping[Kind, str | Promise] = for_each(
    Kind,
    {
        Kind.SESSION: _("Session %(number)d"),
        Kind.TIME: _("Session %(number)d: until %(time)s"),
        Kind.APPEAL: _("Appeal %(number)d"),
        Kind.SECOND: _("Appeal %(number)d: until %(time)s"),
    },
)


def several_words(kind: Kind, count: int) -> str:
    """Return the sentence for ``count`` waits of a kind."""
    return str(SEVERAL[kind] % {"count": count})


@dataclass(frozen=True)
class Wait:
    """A wait for the session or appeal ``number``; ``until``: when time alone ends it, None if it needs a person."""

    kind: Kind
    number: int
    until: datetime | None = None

    def __str__(self) -> str:
        return self._filled(WORDS[self.kind])

    @property
    def label(self) -> str:
        """The wait in a list of several of its kind."""
        return self._filled(LABELS[self.kind])

    def _filled(self, words: str | Promise) -> str:
        time = date_format(timezone.localtime(self.until), "SHORT_DATETIME_FORMAT") if self.until else ""
        return str(words) % {"number": self.number, "time": time}


def appeal_waits(event: Event, now: datetime | None = None) -> list[Wait]:
    """Return what closing and class wait for: sessions, then appeals, by number. Five queries.

    A session without a clock has no appeal time of its own. The arbitration committee may lift the wait for an appeal
    time (`EarlyEnd`), but not the wait for a session or an appeal.
    """
    now = now or timezone.now()
    in_play = SessionClock.objects.filter(session__event=event, started_at__isnull=False, ended_at=None)
    numbers = in_play.order_by("session__number").values_list("session__number", flat=True)
    sessions = [Wait(Kind.SESSION, number) for number in numbers]
    lifted = set(early_ends(event).values_list("session__number", flat=True))
    times = [time for time in running_times(event, now) if time.session not in lifted]
    waits = [Wait(Kind.TIME, time.session, time.deadline) for time in times]
    return [*sessions, *waits, *_waiting_appeals(event, now)]


def _waiting_appeals(event: Event, now: datetime) -> list[Wait]:
    waits = []
    for appeal in appeals_of(event):
        deadline = second_until(appeal)
        if State(appeal.status) in UNDECIDED:
            waits.append(Wait(Kind.APPEAL, appeal.number))
        elif deadline is not None and deadline >= now:
            waits.append(Wait(Kind.SECOND, appeal.number, deadline))
    return waits


def early_ends(event: Event) -> QuerySet[EarlyEnd]:
    """Return the early ends of appeal times that hold: those decided after the session ended."""
    rows = EarlyEnd.objects.filter(session__event=event, at__gte=F("session__clock__ended_at"))
    return rows.select_related("session").order_by("session__number")
