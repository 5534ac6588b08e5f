"""An event's settings of table points and sheets."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import SettingsGroup, anything, setting
from tournament.events.models.events import Event


class ScoringSettings(SettingsGroup):
    """Settings for table points."""

    title = _("Scoring")

    class Ties(models.TextChoices):
        SHARE = "share", _("The tied places' points are added and divided")
        HIGHER = "higher", _("Everyone tied gets the higher place's points")

    class SecondEntry(models.TextChoices):
        NO = "no", _("Once")
        TOTALS = "totals", _("The totals twice, by two persons")

    class LeaverResult(models.TextChoices):
        ZERO = "zero", _("0 table points, a positive score becomes 0")
        KEPT = "kept", _("The session counts as played")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="scoring_settings")
    ties = setting(
        "3.9.2",
        models.CharField(
            _("ties at a table"),
            max_length=10,
            choices=Ties.choices,
            default=Ties.SHARE,
            help_text=_("How table points are given to players with the same score at a table."),
        ),
        silent=True,
    )
    leaver_result = setting(
        "3.11.4",
        models.CharField(
            _("leaving during a session"),
            max_length=10,
            choices=LeaverResult.choices,
            default=LeaverResult.ZERO,
            help_text=_("What a player scores in a session that he or she left because of illness or suspension."),
        ),
        silent=True,
    )
    electronic_approved_by = setting(
        "3.5.5.6, 3.9.1.5",
        models.CharField(
            _("electronic scoring approved by"),
            max_length=200,
            blank=True,
            default="",
            help_text=_("Who approved electronic scoring."),
        ),
        allows=anything,
    )
    electronic_approved_on = setting(
        "3.5.5.6, 3.9.1.5",
        models.DateField(
            _("electronic scoring approved on"),
            null=True,
            blank=True,
            help_text=_("The day of the approval."),
        ),
        allows=anything,
    )
    second_entry = setting(
        "A5",
        models.CharField(
            _("typing from paper"),
            max_length=10,
            choices=SecondEntry.choices,
            default=SecondEntry.NO,
            help_text=_("Whether a second person types the totals from paper again without seeing the first entry."),
        ),
        allows=anything,
    )

    def __str__(self) -> str:
        return f"scoring settings of {self.event_id}"
