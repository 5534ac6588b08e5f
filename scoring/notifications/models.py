"""Who asked to be told: browsers with the messages to them, and players who get one mail a day."""

from django.db import models

from common.privacy.fields import EncryptedTextField
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application


class PushSubscription(models.Model):
    """A browser that asked for messages about a player: by the entry, or by the application before there is one.

    ``proven``: the browser opened the application, or showed the player's code. Only then is it told of decisions.
    ``endpoint`` is the browser's address at its push service, ``key`` and ``secret`` encrypt for it; ``mark`` is a
    keyed digest of the address. ``application_state`` is the newest state that the browser knows.
    """

    #: The lookup path to the event that owns this private data (`tournament.keeping.services`).
    OF_EVENT = "event"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="push_subscriptions")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    application = models.ForeignKey(Application, on_delete=models.CASCADE, null=True, related_name="+")
    application_state = models.CharField(max_length=15, blank=True)
    proven = models.BooleanField(default=False)
    endpoint = EncryptedTextField()
    mark = models.CharField(max_length=64)
    key = EncryptedTextField()
    secret = EncryptedTextField()
    language = models.CharField(max_length=10)
    made_at = models.DateTimeField()
    delete_after = models.DateField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "mark"], name="push_once_a_browser"),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False) | models.Q(application__isnull=False), name="push_about_someone"
            ),
        ]

    def __str__(self) -> str:
        return f"push subscription {self.pk} in {self.event_id}"

    @property
    def player(self) -> Entry | None:
        """The entry that the messages are about; None while the application has none."""
        return self.application.entry if self.application else self.entry


class Notification(models.Model):
    """A message to a browser. ``fact`` names what it tells once: "result 3 2026-11-28T09:00".

    ``next_at`` is when it is sent (again), null: it was taken or given up. After ``expires_at`` it is of no use.
    ``status`` is the answer's status at the last try; 0: no answer.
    """

    class Kind(models.TextChoices):
        SEAT = "seat"
        START = "start"
        CALL = "call"
        RESULT = "result"
        DECISION = "decision"

    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    fact = models.CharField(max_length=100)
    figures = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["subscription", "fact"], name="notification_once")]
        indexes = [models.Index(fields=["next_at"], name="notification_next_at")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.subscription_id}"


class Digest(models.Model):
    """A player who asked for one mail a day, at the address of the registration.

    ``looked_on``: the last day on whose evening it was looked for news. ``told_until``, ``seat`` and
    ``application_state`` say what the last mail told.
    """

    #: The lookup path to the event that owns this private data (`tournament.keeping.services`).
    OF_EVENT = "application__event"

    application = models.OneToOneField(Application, on_delete=models.CASCADE, related_name="digest")
    looked_on = models.DateField(null=True)
    told_until = models.DateTimeField()
    seat = models.JSONField(default=dict)
    application_state = models.CharField(max_length=15)
    delete_after = models.DateField(null=True)

    def __str__(self) -> str:
        return f"daily mail of application {self.application_id}"
