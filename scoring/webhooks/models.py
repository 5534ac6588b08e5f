"""Webhooks of the program, and what is sent to them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.privacy.fields import EncryptedTextField
from tournament.events.models.events import Event


class Webhook(models.Model):
    """An address that gets a request for each release, each correction and each new ranking.

    ``secret`` signs the requests; it is encrypted and shown once.
    """

    address = models.CharField(_("address"), max_length=300, unique=True)
    secret = EncryptedTextField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["address"]

    def __str__(self) -> str:
        return self.address


class Delivery(models.Model):
    """A request to a webhook. ``fact`` names what it tells once: "release 7 2026-11-28T09:00" or "correction 12".

    ``event`` is null for a test, and for rankings.

    ``next_at`` is when it is sent (again); null: it was accepted, or has failed for good. ``status`` is the answer's
    status at the last try; 0: no answer.
    """

    class Kind(models.TextChoices):
        RELEASE = "release", _("Release of a session")
        CORRECTION = "correction", _("Correction of a released result")
        SERIES = "series", _("New ranking of a series")
        RANKING = "ranking", _("New ranking of a body")
        TEST = "test", _("Test")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    fact = models.CharField(max_length=100)
    body = models.JSONField()
    made_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["webhook", "fact"], name="delivery_once")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.webhook_id}"
