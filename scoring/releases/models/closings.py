"""The closing of an event, which makes its results final."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class Closing(models.Model):
    """A closed event; an open event has no row.

    ``by``: the person who answers for the closing. If something was open, ``left_open`` maps its kind to a count, and
    ``reason`` says why the event was closed nevertheless. Only officials see these; the public sees the time.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="closing")
    closed_at = models.DateTimeField()
    by = models.CharField(_("who takes responsibility"), max_length=200)
    reason = models.CharField(max_length=500, blank=True)
    left_open = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"closing of {self.event_id}"
