"""Calls of tables for a referee: a queue for the day, stored on this machine only."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject
from tournament.events.models.tables import Table


class RefereeCall(EventSubject):
    """A call of a table for a referee; a table has at most one that is neither answered nor withdrawn.

    ``taken_by``: the referee who goes there; ``outcome``: the result in the referee's words.
    """

    class About(models.TextChoices):
        DISPUTE = "dispute", _("A disputed hand")
        FOUL = "foul", _("A foul")
        QUESTION = "question", _("A question about the rules")
        TABLE = "table", _("Table or equipment")
        PERSON = "person", _("Somebody is unwell or missing")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        TAKEN = "taken", _("somebody is coming")
        ENDED = "ended", _("answered")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="referee_calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="referee_calls")
    about = models.CharField(_("what for"), max_length=10, choices=About.choices)
    hand_no = models.PositiveSmallIntegerField(default=0)
    called_at = models.DateTimeField()
    called_by = models.CharField(max_length=200, blank=True)
    taken_at = models.DateTimeField(null=True)
    taken_by = models.CharField(max_length=200, blank=True)
    taken_ref = models.CharField(max_length=60, blank=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=200, blank=True)
    outcome = models.CharField(_("outcome"), max_length=300, blank=True)
    taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(ended_at__isnull=True), name="call_one_open"),
            models.CheckConstraint(condition=~Q(taken_back=True) | Q(outcome=""), name="call_back_without_outcome"),
        ]

    def __str__(self) -> str:
        return f"call of {self.table_id}"

    @property
    def state(self) -> str:
        if self.ended_at:
            return self.State.ENDED
        return self.State.TAKEN if self.taken_at else self.State.WAITING

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)
