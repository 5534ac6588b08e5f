"""Check-in of entries by session, their checked items, and their absences."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.events.models.entries import Entry


class CheckedItems(models.Model):
    """The checked items of an entry (2.3, A2), once for the whole event."""

    class Mark(models.TextChoices):
        """Each value is the name of a column."""

        OATH_SIGNED = "oath_signed", _("Oath signed")
        ID_SEEN = "id_seen", _("ID seen")
        FEE_PAID = "fee_paid", _("Fee paid")
        NAME_CONFIRMED = "name_confirmed", _("Name confirmed")

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="checked")
    oath_signed = models.BooleanField(default=False)
    id_seen = models.BooleanField(default=False)
    fee_paid = models.BooleanField(default=False)
    name_confirmed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.entry_id} {' '.join(self.marks)}"

    @property
    def marks(self) -> list[str]:
        return [mark.value for mark in self.Mark if getattr(self, mark.value)]


class Arrival(models.Model):
    """The check-in of an entry for a session (3.5.7.1), which may count for later sessions of the same day too.

    ``at`` null: the entry is missing from this session on, although it was checked in for an earlier one.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="arrivals")
    session = models.PositiveSmallIntegerField()
    at = models.DateTimeField(null=True)
    by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["session"]
        constraints = [models.UniqueConstraint(fields=["entry", "session"], name="arrival_once_a_session")]

    def __str__(self) -> str:
        return f"{self.entry_id} in session {self.session}: {self.at or 'missing'}"


class Withdrawal(models.Model):
    """A player is out from session ``from_session`` on, and plays again from ``until_session`` (null: stays out).

    Earlier results remain valid. While a row has no end, the services keep the entry's status at withdrawn.
    ``suspended``: out by a decision (3.11.4) that only the committee may lift. ``withdrew_from``: the session from
    which the player had withdrawn before the suspension; that withdrawal counts again when the suspension is lifted.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="withdrawals")
    from_session = models.PositiveSmallIntegerField(_("out from session"))
    until_session = models.PositiveSmallIntegerField(_("plays again from session"), null=True)
    suspended = models.BooleanField(_("suspended"), default=False)
    withdrew_from = models.PositiveSmallIntegerField(_("had withdrawn from session"), null=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(null=True)
    return_reason = models.CharField(max_length=500, blank=True)
    return_by = models.CharField(max_length=150, blank=True)
    return_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["from_session"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(until_session__isnull=True), name="withdrawal_one_open"
            ),
            models.CheckConstraint(
                condition=Q(until_session__isnull=True) | Q(until_session__gt=F("from_session")),
                name="withdrawal_ends_after",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} out {self.from_session}-{self.until_session or ''}"

    def covers(self, session: int) -> bool:
        """Return whether the player is out in this session."""
        return self.from_session <= session and (self.until_session is None or session < self.until_session)
