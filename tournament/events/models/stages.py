"""Stages and sessions: an event is a sequence of stages (3.5.4), a stage a sequence of sessions."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


class Stage(models.Model):
    """A part of an event: its draw method, carried-over results, and number of entries that advance."""

    class Carry(models.TextChoices):
        FULL = "full", _("Earlier results count in full")
        HALF = "half", _("Earlier results count half")
        NONE = "none", _("Earlier results do not count")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=100, blank=True)
    first_session = models.PositiveSmallIntegerField(_("first session"))
    last_session = models.PositiveSmallIntegerField(_("last session"))
    method = models.CharField(_("draw"), max_length=40, blank=True)
    carry = models.CharField(_("carried over"), max_length=5, choices=Carry.choices, default=Carry.FULL)
    advance = models.PositiveIntegerField(_("how many advance"), null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number")]

    def __str__(self) -> str:
        return self.name or str(self.number)


class StageEntry(models.Model):
    """An entry that plays in a stage with restricted participation."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once")]

    def __str__(self) -> str:
        return f"{self.stage}: {self.entry}"


class Session(models.Model):
    """A session (局) of four rounds; its results become public when an official releases them."""

    class State(models.TextChoices):
        UNRELEASED = "unreleased", _("not released")
        RELEASED = "released", _("released")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    starts = models.DateTimeField(_("planned start"), null=True, blank=True)
    # Start of lateness (3.11.2.1), if play begins at another time than planned.
    late_from = models.DateTimeField(_("lateness counts from"), null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="session_number")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def ledger(self) -> Ledger:
        return self.event.ledger

    @property
    def locked_before(self) -> list[Event]:
        """Lock the event: its sessions are released and withdrawn one at a time."""
        return [self.event]

    @property
    def state(self) -> str:
        return self.State.RELEASED if self.released_at else self.State.UNRELEASED

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)
