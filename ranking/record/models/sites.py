"""Authorised web sites: their tokens, their players, and the results that they sent (A9 3.5, 5.3.3)."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ranking.bodies.models import Body
from ranking.record.models.records import RecordedEvent
from tournament.people.models.persons import Person


class SiteToken(models.Model):
    """A token with which a web site's program sends results; only its SHA-256 is stored.

    A body has one open token at a time: a new one ends the earlier one.
    """

    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="site_tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=150)
    expires = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"token {self.pk} of {self.body_id}"

    @property
    def open(self) -> bool:
        """Whether results can be sent with the token."""
        return self.ended_at is None and self.expires > timezone.now()


class SitePlayer(models.Model):
    """The person whom a web site calls ``code``, as a reviewer decided."""

    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="site_players")
    code = models.CharField(max_length=100)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="site_players")

    class Meta:
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["body", "code"], name="site_player_once")]

    def __str__(self) -> str:
        return f"player {self.pk} of {self.body_id}"


class SiteResults(models.Model):
    """Results of one event that a web site sent with its token, and their state.

    They wait as a ResultList; ``event`` is the site's id of the event, ``recorded`` the event in the record. If other
    figures are sent for the same event, they replace the waiting ones, or correct the record.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting for review")
        TAKEN = "taken", _("In the record")
        DECLINED = "declined", _("Declined")
        REPLACED = "replaced", _("Sent again")
        LAPSED = "lapsed", _("Not reviewed in time")

    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="site_results")
    event = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    rows = models.PositiveIntegerField()
    sent_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    recorded = models.ForeignKey(RecordedEvent, on_delete=models.SET_NULL, null=True, blank=True, related_name="sent")

    class Meta:
        ordering = ["-sent_at", "-pk"]
        indexes = [models.Index(fields=["body", "event"], name="site_results_event")]

    def __str__(self) -> str:
        return f"{self.event} of {self.body_id}"

    @property
    def state_name(self) -> str:
        return self.get_state_display()
