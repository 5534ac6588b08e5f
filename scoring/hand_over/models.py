"""Hand-overs of events between installations, and what of an event came from another one."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from tournament.events.models.events import Event
from tournament.events.models.subjects import LockingEventSubject


class Installation(models.Model):
    """This installation of the program: the only row. Its id goes with a backup to another machine."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)

    def __str__(self) -> str:
        return self.uid.hex


class HandOver(LockingEventSubject):
    """A hand-over of an event as this installation sees it; both installations have a row with the same ``uid``.

    ``key`` encrypts the files of the hand-over: it is encrypted here, and empty when it is no longer needed.
    ``key_hash`` is the SHA-256 of the token that is made from it, which lets the other installation in. ``here`` and
    ``other`` name the two installations for people, ``server`` is the address of the other one if it was reached over
    the network. ``head_seq`` is the last entry of the audit chain that both have in common. ``package`` is the SHA-256
    of the file that was taken back. ``fetched_at`` is when the other installation downloaded it.
    """

    class Side(models.TextChoices):
        GIVEN = "given", _("handed over")
        TAKEN = "taken", _("taken")

    class State(models.TextChoices):
        OPEN = "open", _("under way")
        BACK = "back", _("given back")
        DECIDED = "decided", _("taken back by decision")
        ASIDE = "aside", _("set aside")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="hand_overs")
    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    side = models.CharField(max_length=5, choices=Side.choices)
    state = models.CharField(max_length=7, choices=State.choices, default=State.OPEN)
    here = models.CharField(max_length=200, blank=True)
    other = models.CharField(max_length=200)
    server = models.CharField(max_length=200, blank=True)
    key = EncryptedTextField(blank=True)
    key_hash = models.CharField(max_length=64, unique=True)
    head_seq = models.PositiveBigIntegerField()
    began_at = models.DateTimeField()
    began_by = models.CharField(max_length=200)
    fetched_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)
    package = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-began_at", "-pk"]

    def __str__(self) -> str:
        return f"hand-over {self.uid.hex[:8]} of {self.event_id}"

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)

    @property
    def held_elsewhere(self) -> bool:
        """Whether the other installation holds the event by this hand-over."""
        return (self.side, self.state) in {(self.Side.GIVEN, self.State.OPEN), (self.Side.TAKEN, self.State.BACK)}


class LateFile(models.Model):
    """A file that a laptop sent after its event was taken back without it; it is compared with the event, never merged.

    ``name``: the file's name (`scoring.hand_over.selectors.late_files`), encrypted with the key of its hand-over.
    """

    #: The path to its event, for deleting private data early.
    OF_EVENT = "hand_over__event"

    hand_over = models.OneToOneField(HandOver, on_delete=models.CASCADE, related_name="late_file")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.CharField(max_length=200)
    delete_after = models.DateField(null=True)

    def __str__(self) -> str:
        return f"late file of {self.hand_over_id}"


class ForeignRow(models.Model):
    """A row here that another installation made: its number there, so that it is recognized when the event travels on.

    ``model``: the label of the model, such as "scoring.hand". ``event`` is null for a person, who belongs to no event.
    ``sent`` and ``kept`` are digests of a person as sent, and as stored here then: they tell who changed it since.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="+")
    model = models.CharField(max_length=60)
    local = models.PositiveBigIntegerField()
    installation = models.UUIDField()
    foreign = models.PositiveBigIntegerField()
    sent = models.CharField(max_length=64, blank=True)
    kept = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["model", "installation", "foreign"], name="foreign_row_once"),
        ]
        indexes = [models.Index(fields=["model", "local"], name="foreign_row_here")]

    def __str__(self) -> str:
        return f"{self.model} {self.local}"


class ChainPart(models.Model):
    """Entries of an audit chain that one installation wrote: numbers in them are those of that installation.

    ``accounts``: "account:3" -> the name of the account there, for the accounts that the entries mention.
    """

    ledger = models.ForeignKey(Ledger, on_delete=models.CASCADE, related_name="+")
    installation = models.UUIDField()
    first = models.PositiveBigIntegerField()
    last = models.PositiveBigIntegerField()
    accounts = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["first"]
        constraints = [models.UniqueConstraint(fields=["ledger", "first"], name="chain_part_once")]

    def __str__(self) -> str:
        return f"{self.ledger_id} {self.first}-{self.last}"
