"""Players who are called in the hall because their seat is empty."""

from django.db import models

from common.actions.models.ledgers import Ledger
from tournament.events.models.entries import Entry


class PlayerCall(models.Model):
    """A missing player in a session who is called on Wall and Pocket.

    The row exists as long as the call; it ends when an official cancels it, or the player arrives, leaves the event or
    is replaced. The audit log keeps the caller and the end.
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
    def ledger(self) -> Ledger:
        return self.entry.ledger
