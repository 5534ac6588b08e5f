"""Codes: the card of a physical table that opens its sheets on a phone, and the number a player signs with."""

from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.models.heads import Head
from scoring.sheets.rules.codes import FREE_TRIES, FREE_TRIES_EVERYWHERE, next_try_at
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event


class TableCode(models.Model):
    """The card of table ``number``: a token in its QR and six characters to type; only their digests are stored.

    It opens the sheet of the running session at that table until ``expires``. A new card revokes the one before.
    ``pen`` is the phone that writes; all that opened it see the sheet.
    """

    class State(models.TextChoices):
        VALID = "valid", _("valid")
        EXPIRED = "expired", _("expired")
        REVOKED = "revoked", _("revoked")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="table_codes")
    number = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    pen = models.ForeignKey("TablePhone", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=models.Q(revoked_at__isnull=True), name="table_code_one_valid"
            )
        ]

    def __str__(self) -> str:
        return f"code of {self.event_id}/{self.number}"

    @property
    def head(self) -> Head:
        """The event's head."""
        return self.event.head

    @property
    def state(self) -> str:
        """The state for actions."""
        if self.revoked_at:
            return self.State.REVOKED
        return self.State.EXPIRED if self.expires <= timezone.now() else self.State.VALID

    @property
    def state_name(self) -> str:
        """The state as people read it."""
        return str(self.State(self.state).label)


class TablePhone(models.Model):
    """A phone that opened a table's card, the first, second … one of that card."""

    code = models.ForeignKey(TableCode, on_delete=models.CASCADE, related_name="phones")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "number"], name="table_phone_once")]

    def __str__(self) -> str:
        return f"phone {self.number} of {self.code_id}"


class PlayerCode(models.Model):
    """The number with which a player signs sheets and identifies for appeals: its keyed digest."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="player_code")
    digest = models.CharField(max_length=64)
    issued_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.entry_id}"


class LeaderCode(models.Model):
    """The number with which a team's leader, who need not play, signs appeals: as `PlayerCode`."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="leader_code")
    digest = models.CharField(max_length=64)
    issued_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of the leader of {self.team_id}"


class CodeTries(models.Model):
    """Wrong tries of one personal code for one use since the last right one.

    ``source`` is the digest of the network address that they came from; empty: from everywhere. Signing happens at the
    table and is counted only there; appeals are public and are counted both ways.
    """

    class Use(models.TextChoices):
        SIGNING = "signing", _("signing")
        APPEALS = "appeals", _("appeals")

    player_code = models.ForeignKey(PlayerCode, on_delete=models.CASCADE, null=True, related_name="tries")
    leader_code = models.ForeignKey(LeaderCode, on_delete=models.CASCADE, null=True, related_name="tries")
    use = models.CharField(max_length=7, choices=Use.choices)
    source = models.CharField(max_length=64, blank=True)
    wrong = models.PositiveIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player_code__isnull=True) ^ models.Q(leader_code__isnull=True),
                name="code_tries_of_one_code",
            ),
            models.UniqueConstraint(fields=["player_code", "use", "source"], name="code_tries_once_for_player"),
            models.UniqueConstraint(fields=["leader_code", "use", "source"], name="code_tries_once_for_leader"),
        ]

    def __str__(self) -> str:
        return f"{self.wrong} wrong tries for {self.use}"

    @property
    def next_at(self) -> datetime | None:
        """When the next code may be tried; None while a free try is left, and after the clock was set back."""
        if self.last_at > timezone.now():
            return None
        free = FREE_TRIES_EVERYWHERE if self.use == self.Use.APPEALS and not self.source else FREE_TRIES
        return next_try_at(self.wrong, self.last_at, free)
