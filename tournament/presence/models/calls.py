"""Who is called in the hall because the seat is empty."""

from django.db import models

from common.actions.models.heads import Head
from tournament.events.models.entries import Entry


class PlayerCall(models.Model):
    """A player who is missing in a session and is called on Wall and Pocket.

    There is a row while the call stands; it goes when somebody takes it back, the player comes, leaves the event or is
    replaced. Who called whom and when it ended stays in the audit.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="call")
    session = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["entry__number"]

    def __str__(self) -> str:
        return f"{self.entry_id} called for session {self.session}"

    @property
    def head(self) -> Head:
        """The event's head."""
        return self.entry.head
