"""Long tasks as rows, so that they survive a killed worker and a reload of the page."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger


class Job(models.Model):
    """One long task: its kind, progress and result.

    A worker claims it by compare-and-set on ``state`` and ``attempt``; writes with an old attempt number are ignored.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    kind = models.CharField(max_length=60)
    parameters = models.JSONField(default=dict)
    ledger = models.ForeignKey(Ledger, db_column="head_id", on_delete=models.PROTECT, null=True, related_name="jobs")
    owner_ref = models.CharField(max_length=60)
    owner_name = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    cancel = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    heartbeat = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    language = models.CharField(max_length=10, default="en")
    result = models.JSONField(default=dict)
    upload = models.FileField(upload_to="uploads/", blank=True)
    file = models.FileField(upload_to="jobs/", blank=True)
    file_name = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "heartbeat"], name="job_state_heartbeat")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"

    def seconds_left(self, now: datetime) -> float | None:
        """Return how long a running job will take by the units done so far; None before its first unit is done."""
        if self.state != self.State.RUNNING or self.started_at is None or not self.done or self.total < self.done:
            return None
        return (now - self.started_at).total_seconds() * (self.total - self.done) / self.done

    @property
    def ended(self) -> bool:
        return self.state in {self.State.DONE, self.State.FAILED, self.State.CANCELLED}
