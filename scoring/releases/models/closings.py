"""The closing of an event: from then on its results are final."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event


class Closing(models.Model):
    """An event that is closed; without a row it is not.

    ``by`` answers for it. Where something was still open, ``left_open`` maps its kind to how many, and ``reason`` says
    why it was closed nevertheless; that is for officials, the public sees that and when.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="closing")
    closed_at = models.DateTimeField()
    by = models.CharField(_("who answers for it"), max_length=200)
    reason = models.CharField(max_length=500, blank=True)
    left_open = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"closing of {self.event_id}"
