"""An event's settings of play and of privacy (the settings of scoring are in `scoring/settings`)."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import MINUTES, MONTHS, SettingsGroup, anything, setting
from tournament.events.models.events import Event
from tournament.events.rules.timetable import LONGEST, LONGEST_BREAK


class PlaySettings(SettingsGroup):
    """Time and tables."""

    title = _("Play")

    class AtTime(models.TextChoices):
        STOP = "stop", _("The running hand stops and is void")
        FINISH = "finish", _("The running hand is finished")
        #: Only where the length of a round is open (IMJ 12).
        ROUND = "round", _("The running round is finished")

    class AbortedHand(models.TextChoices):
        PASSES = "passes", _("Not replayed, the deal passes")
        REPLAYED = "replayed", _("Replayed")

    class LateStart(models.TextChoices):
        NO_EXTRA = "no-extra", _("No time is added")
        EXTRA = "extra", _("The waiting time is added")

    class SignIn(models.TextChoices):
        DAY = "day", _("Once a day")
        SESSION = "session", _("Before each session")

    class IncompleteTables(models.TextChoices):
        FILLERS = "fillers", _("Fillers complete the tables")
        THREE_PLAYERS = "three-players", _("Three play at a table")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="play_settings")
    session_minutes = setting(
        "3.5.6",
        models.PositiveSmallIntegerField(
            _("length of a session"),
            default=120,
            validators=[MinValueValidator(1), MaxValueValidator(600)],
            help_text=_("How long a session lasts; at most 150 minutes with the break."),
        ),
        allows=lambda play: play.session_minutes + play.break_minutes <= LONGEST,
        unit=MINUTES,
    )
    break_minutes = setting(
        "3.5.6",
        models.PositiveSmallIntegerField(
            _("break"), default=15, help_text=_("The break inside a session, at most 15 minutes.")
        ),
        allows=lambda play: play.break_minutes <= LONGEST_BREAK,
        unit=MINUTES,
    )
    notice_minutes = setting(
        "3.5.6",
        models.PositiveSmallIntegerField(
            _("notice"), default=15, help_text=_("How long before the end the chief referee gives notice.")
        ),
        unit=MINUTES,
    )
    at_time = setting(
        "3.5.6",
        models.CharField(
            _("when time is over"),
            max_length=10,
            choices=AtTime.choices,
            default=AtTime.STOP,
            help_text=_("What happens to the running hand when the time is over."),
        ),
    )
    aborted_hand = setting(
        "3.11.6.7",
        models.CharField(
            _("aborted hand"),
            max_length=10,
            choices=AbortedHand.choices,
            default=AbortedHand.PASSES,
            help_text=_("What follows a hand that the referee aborted."),
        ),
        silent=True,
    )
    late_start = setting(
        "3.11.2.1",
        models.CharField(
            _("late start"),
            max_length=10,
            choices=LateStart.choices,
            default=LateStart.NO_EXTRA,
            help_text=_("Whether a table that waited for a late player, at most 15 minutes, gets the time back."),
        ),
        silent=True,
    )
    incomplete_tables = setting(
        "3.5.2",
        models.CharField(
            _("players not a multiple of four"),
            max_length=15,
            choices=IncompleteTables.choices,
            default=IncompleteTables.FILLERS,
            help_text=_("What happens with seats that have no player."),
        ),
    )

    sign_in = setting(
        "3.5.7.1",
        models.CharField(
            _("check-in"),
            max_length=10,
            choices=SignIn.choices,
            default=SignIn.DAY,
            help_text=_("When players sign in; a session after midnight belongs to the evening before."),
        ),
        allows=anything,
    )

    def __str__(self) -> str:
        return f"play settings of {self.event_id}"


class PrivacySettings(SettingsGroup):
    """The retention of private data."""

    title = _("Privacy")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="privacy_settings")
    keep_months = setting(
        "2.3",
        models.PositiveSmallIntegerField(
            _("private data"),
            default=12,
            help_text=_("How long after the event documents, contacts and birth dates are deleted."),
        ),
        allows=anything,
        unit=MONTHS,
    )

    def __str__(self) -> str:
        return f"privacy settings of {self.event_id}"
