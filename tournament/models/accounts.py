"""Accounts that log in, and the roles they hold in an event."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Somebody who logs in. ``is_staff`` may create events, ``is_superuser`` administers the program.

    Two-person rules compare ``person``, not accounts.
    """

    person = models.ForeignKey(
        "tournament.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="accounts"
    )

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Role(models.Model):
    """A role of an account in one event (2.3.4, 3.12, 3.13)."""

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

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "event", "name"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.account}: {self.get_name_display()}"
