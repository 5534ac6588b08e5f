"""An event's settings of penalties."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import SettingsGroup, setting
from tournament.events.models.events import Event


class PenaltySettings(SettingsGroup):
    """Settings for penalties."""

    title = _("Penalties")

    class FalseWin(models.TextChoices):
        PAID = "paid", _("Paid to the three others")
        BURNT = "burnt", _("Not paid to anyone")

    class Repetition(models.TextChoices):
        HAND = "hand", _("Counted in one hand")
        SESSION = "session", _("Counted in one session")

    class FlowerDiscard(models.TextChoices):
        ALLOWED = "allowed", _("Allowed")
        REFUSED = "refused", _("Not allowed")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="penalties_settings")
    false_win = setting(
        "3.11.6.6",
        models.CharField(
            _("false win"),
            max_length=10,
            choices=FalseWin.choices,
            default=FalseWin.PAID,
            help_text=_("Who receives the points of a false win."),
        ),
    )
    repetition = setting(
        "3.11.6.3-5",
        models.CharField(
            _("repeated fouls"),
            max_length=10,
            choices=Repetition.choices,
            default=Repetition.HAND,
            help_text=_("Whether repeated fouls are counted in one hand or in one session."),
        ),
    )
    flower_discard = setting(
        "3.8.1",
        models.CharField(
            _("discarding a flower"),
            max_length=10,
            choices=FlowerDiscard.choices,
            default=FlowerDiscard.ALLOWED,
            help_text=_("Whether a flower may be discarded instead of replaced."),
        ),
        silent=True,
    )

    def __str__(self) -> str:
        return f"penalty settings of {self.event_id}"
