"""Data of an event's papers on this machine: the address in QR codes, and digests of what was printed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class PaperAddress(models.Model):
    """The address in the QR codes of an event's papers, "http://192.168.1.23:8000", without a path.

    It belongs to this machine and is not in the event file.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="paper_address")
    address = models.CharField(_("address"), max_length=200)

    def __str__(self) -> str:
        return self.address


class Printed(models.Model):
    """The contents of one kind of paper when it was last made, by part (a player's card, a table's).

    ``parts`` maps each part's number (as text) to a digest of its contents, so that only changed parts are made again.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="printed")
    paper = models.CharField(max_length=30)
    parts = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "paper"], name="printed_once")]

    def __str__(self) -> str:
        return f"{self.paper} of {self.event_id}"
