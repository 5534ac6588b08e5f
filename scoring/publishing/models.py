"""The packages that an event sent or received, and where it sends them."""

from datetime import datetime

from django.db import models
from django.utils.dateparse import parse_datetime

from common.privacy.fields import EncryptedTextField
from scoring.publishing.rules import Header, code_of, read_header
from tournament.events.models.events import Event


class Package(models.Model):
    """A package of a chain. ``header`` is the text that was signed; only the newest package keeps its ``content``."""

    number = models.PositiveIntegerField()
    header = models.TextField()
    signature = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    content = models.TextField(blank=True)

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"package {self.number}"

    @property
    def head(self) -> Header:
        return read_header(self.header)

    @property
    def made_at(self) -> datetime | None:
        """The time in the header; None if it is none, or has no time zone."""
        try:
            moment = parse_datetime(self.head.at)
        except ValueError:  # such as the 31st of April
            return None
        return moment if moment and moment.tzinfo else None

    @property
    def code(self) -> str:
        return code_of(self.digest)


class OwnPackage(Package):
    """A package of an event that is played here."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="own_packages")
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta(Package.Meta):
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="own_package_once")]


class ReceivedPackage(Package):
    """A package of an event that is played in a hall, as its laptop sent it here."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="received_packages")
    received_at = models.DateTimeField()

    class Meta(Package.Meta):
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="received_package_once")]


class Publication(models.Model):
    """How an event publishes: the private key that signs its packages, and the server that gets them.

    Without ``address`` nothing is sent. ``noted`` is the state of the public data that was looked at last.
    ``problem`` is why the last try failed (a key of `selectors.labels.PROBLEMS`), ``next_at`` when it is repeated.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="publication")
    key = EncryptedTextField()
    address = models.CharField(max_length=300, blank=True)
    token = EncryptedTextField(blank=True)
    noted = models.CharField(max_length=100, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=20, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"publication of {self.event_id}"
