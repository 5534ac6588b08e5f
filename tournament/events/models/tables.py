"""Tables of a session and the players at them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session


class SeatChoices(models.TextChoices):
    """The four starting seats."""

    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")
    NORTH = "N", _("North")


class Table(models.Model):
    """One table of one session.

    ``number`` is the chart's and never changes. A running table that moved is at the position of table ``moved_to``, in
    ``room``.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    moved_to = models.PositiveIntegerField(null=True, blank=True)
    room = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="table_number")]

    def __str__(self) -> str:
        return f"{self.session}/{self.number}"

    @property
    def ledger(self) -> Ledger:
        return self.session.event.ledger


class Sitting(models.Model):
    """The player on a starting seat from one hand on. A seat is not a person.

    The row from hand 0 is the chart: the entry whose number the draw put there. Later rows (from hand 1) name the
    actual player: another entry, or a person without one (``name``). ``exchanged``: a repair of seats put this player
    here, so the previous player has not left the session but plays on another seat.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sittings")
    seat = models.CharField(max_length=1, choices=SeatChoices.choices)
    from_hand = models.PositiveSmallIntegerField(default=0)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="sittings")
    name = models.CharField(max_length=200, blank=True)
    exchanged = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "from_hand"], name="sitting_once"),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False) | ~models.Q(name=""), name="sitting_names_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.seat}"
