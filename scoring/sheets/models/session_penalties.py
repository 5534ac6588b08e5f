"""Penalty points of a player for a session."""

from django.db import models

from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session


class SessionPenalty(models.Model):
    """Penalty points of a player for a session, at any seat (lateness, 3.11.2.1).

    A signed total includes them; at a table without totals they are added to the sum of the hands. ``foul``: the foul
    behind them; null for points entered alone.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="session_penalties")
    order = models.PositiveSmallIntegerField()
    paid_to = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    points = models.IntegerField()
    article = models.CharField(max_length=30, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    foul = models.OneToOneField(
        "scoring.Foul", on_delete=models.RESTRICT, null=True, blank=True, related_name="session_penalty"
    )

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["session", "order"], name="session_penalty_order")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.entry_id} {self.points:+d}"
