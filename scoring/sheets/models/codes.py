"""Table cards that open sheets on a phone, and personal codes for signing."""

from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.sheets.rules.codes import FREE_TRIES, FREE_TRIES_EVERYWHERE, next_try_at
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject


class TableCode(EventSubject):
    """The card of table ``number``: digests of its QR token and of its typed code of six characters.

    It opens the sheet of the running session at that table until ``expires``. A new card revokes the earlier one.
    ``pen``: the phone that may write; the other phones of the card can only read.
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
    def state(self) -> str:
        if self.revoked_at:
            return self.State.REVOKED
        return self.State.EXPIRED if self.expires <= timezone.now() else self.State.VALID

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)


class TablePhone(models.Model):
    """A phone that opened a table's card; ``number`` counts the phones of the card."""

    code = models.ForeignKey(TableCode, on_delete=models.CASCADE, related_name="phones")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "number"], name="table_phone_once")]

    def __str__(self) -> str:
        return f"phone {self.number} of {self.code_id}"


class PlayerCode(models.Model):
    """The keyed digest of a player's personal code for signing sheets and appeals."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="player_code")
    digest = models.CharField(max_length=64)
    issued_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.entry_id}"


class LeaderCode(models.Model):
    """The keyed digest of a team leader's personal code for appeals; the leader need not play."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="leader_code")
    digest = models.CharField(max_length=64)
    issued_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of the leader of {self.team_id}"


class CodeTries(models.Model):
    """Wrong tries of one personal code for one use since the last right one.

    ``source``: the digest of the network address; empty for all addresses together. Signing happens at the table and
    counts only the total; appeals are public and count the total and each address.
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
        """The time of the next possible try; None while a free try is left, and after the clock was set back."""
        if self.last_at > timezone.now():
            return None
        free = FREE_TRIES_EVERYWHERE if self.use == self.Use.APPEALS and not self.source else FREE_TRIES
        return next_try_at(self.wrong, self.last_at, free)
