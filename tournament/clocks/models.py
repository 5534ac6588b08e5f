"""The clock of a session: seat check, start, stops, end; extra minutes of a table; announcements."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from common.i18n.text_fields import TextsField
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.subjects import LockingEventSubject
from tournament.events.models.tables import Table


class SessionClock(models.Model):
    """Times of a session: the seat check, the start of play, and the end by the chief referee (3.5.6).

    ``minutes`` and ``notice_minutes`` are copied from the settings at the start, so that later changes do not affect a
    running clock. Pauses and the break are its ``stops``. Without a row nothing has begun.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="clock")
    checked_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=150, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)
    notice_minutes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(started_at__isnull=False, ended_at__gte=F("started_at")),
                name="clock_ends_after_its_start",
            )
        ]

    def __str__(self) -> str:
        return f"clock of {self.session_id}"


class ClockStop(models.Model):
    """The clock stops from ``begins_at`` to ``ends_at``: a pause (null: until an official resumes it), or the break.

    The break ends by itself. ``silent``: no gong sounds meanwhile, nor at its end.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", _("Pause")
        BREAK = "break", _("Break")

    clock = models.ForeignKey(SessionClock, on_delete=models.CASCADE, related_name="stops")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    silent = models.BooleanField(default=False)

    class Meta:
        ordering = ["begins_at"]
        constraints = [
            models.UniqueConstraint(fields=["clock"], condition=Q(ends_at__isnull=True), name="clock_one_open_stop"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("begins_at")), name="stop_ends_after"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.clock_id}"


class ExtraTime(models.Model):
    """Minutes that one table plays longer than the session, and the reason."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="extra_times")
    order = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    reason = models.CharField(_("reason"), max_length=300)
    by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["table", "order"], name="extra_time_order")]

    def __str__(self) -> str:
        return f"{self.table_id} +{self.minutes}"


class Announcement(LockingEventSubject):
    """An announcement on Wall and Pocket, in one language at least (a missing text is replaced by another language's).

    It is shown from ``from_at`` until ``until_at`` (null: until it is retracted).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    number = models.PositiveIntegerField()
    texts = TextsField(max_length=300)
    from_at = models.DateTimeField(_("from"))
    until_at = models.DateTimeField(_("until"), null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True)
    by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="announcement_number")]

    def __str__(self) -> str:
        return f"{self.event_id} announcement {self.number}"
