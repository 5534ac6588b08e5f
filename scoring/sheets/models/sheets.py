"""The sheet: the record of one table in one session."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from tournament.events.models.tables import Table


class Sheet(models.Model):
    """The record of one table in one session, with a version that every write raises.

    Its facts (hands, totals, adjustments) are rows valid from one version to another; no write
    overwrites one.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        CHECKED = "checked", _("Checked")
        SIGNED = "signed", _("Signed")
        CONFIRMED = "confirmed", _("Confirmed")

    #: The states whose results count officially; the others are provisional.
    COUNTED = (State.SIGNED, State.CONFIRMED)
    #: Relations that every action on a sheet reads.
    read_with = ("table__session__event__scoring_settings", "table__session__event__play_settings")

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="sheet")
    version = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)

    def __str__(self) -> str:
        return f"sheet of {self.table_id}"

    @property
    def ledger(self) -> Ledger:
        return self.table.ledger

    @property
    def state_name(self) -> str:
        return self.get_state_display()


class SheetVersion(models.Model):
    """One version of a sheet: author, time, device, action and reason; ``state``: the state after it.

    The changes are the facts that begin or end with this version. ``details``: changes that are not facts (persons,
    session penalties). Imported sheets begin at version 1 without a row here.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    by_ref = models.CharField(max_length=60)
    by_name = models.CharField(max_length=200)
    device = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=Sheet.State.choices)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="sheet_version_once")]

    def __str__(self) -> str:
        return f"{self.sheet_id} version {self.number}"
