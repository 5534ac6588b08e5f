"""Draws of one session by standings (3.5.4)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event
from tournament.events.models.subjects import LockingEventSubject


class SessionDraw(LockingEventSubject):
    """The released draw of one session by the standings before it; a redraw is a new version.

    ``tables[t]`` are the numbers of the entries at table t + 1: East, South, West, North; 0 is an empty seat.
    ``parts`` are the stages of the session, best first: each holds ``stage``, the document that was drawn and its
    result (``rules.rounds``), so that anybody can verify it. ``digest`` is the SHA-256 of documents and tables: a
    corrected result gives another one.
    """

    class State(models.TextChoices):
        RELEASED = "released", _("Released")
        RETRACTED = "retracted", _("No longer public")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="session_draws")
    session = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.RELEASED)
    parts = models.JSONField(default=list)
    tables = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    released_at = models.DateTimeField()
    released_by = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["session", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["event", "session", "version"], name="session_draw_version"),
            models.UniqueConstraint(
                fields=["event", "session"], condition=models.Q(state="released"), name="session_draw_one_released"
            ),
        ]

    def __str__(self) -> str:
        return f"session {self.session} of {self.event_id}, version {self.version}"

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)
