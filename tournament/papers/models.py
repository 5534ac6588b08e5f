"""What belongs to an event's papers on this machine: the address in their QR codes, and what was printed of each."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class PaperAddress(models.Model):
    """The address that stands in the QR codes of an event's papers, "http://192.168.1.23:8000", without a path.

    It is this machine's and so does not travel in the event's file.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="paper_address")
    address = models.CharField(_("address"), max_length=200)

    def __str__(self) -> str:
        return self.address


class Printed(models.Model):
    """What one kind of paper said when it was last made, part by part (a player's card, a table's).

    ``parts`` has for each part's number (as text) a digest of what stood on it, so that the parts that changed since
    can be made alone.
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
