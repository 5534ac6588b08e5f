"""Rulings of referees at a table (3.9.1.4, 3.12.1)."""

from django.db import models

from scoring.sheets.models.games import game_field, hand_limit
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject


class Ruling(EventSubject):
    """A decision of a referee at a table, with its number in the event; it never changes.

    ``hand_no``: the settled hand, 0 for none. ``version``: the sheet's version with the settled hand, 0 for none.
    ``by``: the referee's name; ``by_ref``: the actor.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField()
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="rulings")
    game = game_field()
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
            models.CheckConstraint(condition=hand_limit("hand_no"), name="ruling_hand_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} ruling {self.number}"
