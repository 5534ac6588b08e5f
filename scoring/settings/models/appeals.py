"""An event's settings of appeals."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import MINUTES, SettingsGroup, anything, setting
from tournament.events.models.events import Event

#: The fee of the text: 200 USD, or the same value in a currency that the organizing committee names (3.12.2).
FEE, CURRENCY = 200, "USD"


class AppealSettings(SettingsGroup):
    """Settings for appeals."""

    title = _("Appeals")

    class FeeInadmissible(models.TextChoices):
        RETURNED = "returned", _("Returned")
        KEPT = "kept", _("Kept")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="appeals_settings")
    appeal_minutes = setting(
        "3.12",
        models.PositiveSmallIntegerField(
            _("time for an appeal"),
            default=30,
            help_text=_("Minutes after the end of a session within which an appeal is admissible."),
        ),
        unit=MINUTES,
    )
    fee = setting(
        "3.12",
        models.PositiveIntegerField(_("fee"), default=FEE, help_text=_("The fee of an appeal.")),
        allows=lambda appeals: appeals.fee == FEE if appeals.fee_currency == CURRENCY else appeals.fee > 0,
    )
    fee_currency = setting(
        "3.12",
        models.CharField(_("currency"), max_length=3, default=CURRENCY, help_text=_("The currency of the fee.")),
        allows=anything,
    )
    fee_inadmissible = setting(
        "3.12",
        models.CharField(
            _("fee of an inadmissible appeal"),
            max_length=10,
            choices=FeeInadmissible.choices,
            default=FeeInadmissible.RETURNED,
            help_text=_("What happens to the fee of an appeal that is inadmissible or withdrawn before the hearing."),
        ),
        silent=True,
    )
    second_minutes = setting(
        "3.13",
        models.PositiveSmallIntegerField(
            _("time for the second step"),
            default=30,
            help_text=_("Minutes after a decision within which it can be appealed to the arbitration committee."),
        ),
        unit=MINUTES,
        silent=True,
    )

    def __str__(self) -> str:
        return f"appeal settings of {self.event_id}"
