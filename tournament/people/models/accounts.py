"""Accounts that sign in, and their roles in an event."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger

#: The name of the ledger of persons and accounts.
PEOPLE = "people"


class Account(AbstractUser):
    """An account. ``is_staff`` may create events, ``is_superuser`` administers the program.

    ``name`` is for people, in its own script and order. Two-person rules compare ``person``, not accounts.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=150, blank=True)
    person = models.ForeignKey(
        "tournament.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="accounts"
    )

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("username"), name="account_name_once")]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @property
    def ledger(self) -> Ledger | None:
        """Return the ledger of people and accounts; None before anything was written on it."""
        return Ledger.objects.filter(name=PEOPLE).first()


class Role(models.Model):
    """A role of an account in one event (2.3.4, 3.12, 3.13), permanent or ``until`` a moment."""

    class Name(models.TextChoices):
        ORGANIZER = "organizer", _("Organizer")
        COMMITTEE = "committee", _("Committee member")
        CHIEF_REFEREE = "chief-referee", _("Chief referee")
        REFEREE = "referee", _("Referee")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        DISPLAY = "display", _("Display")
        ARBITRATION = "arbitration", _("Arbitration committee")

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="event_roles")
    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="roles")
    name = models.CharField(_("role"), max_length=20, choices=Name.choices)
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "event", "name"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.account}: {self.get_name_display()}"
