"""Rulings of referees at a table (3.9.1.4, 3.12.1)."""

from django.db import models
from django.db.models import Q

from common.actions.models.heads import Head
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event


class Ruling(models.Model):
    """What a referee decided at a table, by its number in the event; it is never changed.

    ``hand_no``: the disputed hand that it settled, 0: about no hand. ``version``: the sheet's version that it led to
    (0: it changed nothing there). ``by`` is the referee's name, ``by_ref`` the actor.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField()
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="rulings")
    hand_no = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    decision = models.CharField(max_length=300)
    article = models.CharField(max_length=30, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=200, blank=True)
    by_ref = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ruling_number"),
            models.CheckConstraint(condition=Q(hand_no__lte=16), name="ruling_hand_0_to_16"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} ruling {self.number}"

    @property
    def head(self) -> Head:
        """The event's head."""
        return self.event.head
