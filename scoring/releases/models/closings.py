"""The closing of an event, which makes its results final, and early ends of appeal times."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event
from tournament.events.models.stages import Session


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


class EarlyEnd(models.Model):
    """A decision of the arbitration committee: closing and class no longer wait for the appeal time of a session.

    Appeals stay admissible until the appeal time is over (3.12.2). ``by``: the deciding persons. A row older than the
    end of the session, which the chief referee moved since, has no effect.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="early_end")
    at = models.DateTimeField()
    by = models.CharField(max_length=200)
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["session"]

    def __str__(self) -> str:
        return f"early end for {self.session_id}"
