"""An event's settings of scoring, standings, penalties and appeals."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import SettingsGroup, setting
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings, PrivacySettings
from tournament.registration.models.settings import RegistrationSettings


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
            help_text=_("What players get who have the same score at their table."),
        ),
    )
    leaver_result = setting(
        "3.11.4",
        models.CharField(
            _("leaving during a session"),
            max_length=10,
            choices=LeaverResult.choices,
            default=LeaverResult.ZERO,
            help_text=_("What a session brings to a player who left it ill or suspended."),
        ),
    )
    electronic_approved_by = setting(
        "3.5.5.6, 3.9.1.5",
        models.CharField(
            _("electronic scoring approved by"),
            max_length=200,
            blank=True,
            default="",
            help_text=_("Who approved that scores are kept electronically."),
        ),
    )
    electronic_approved_on = setting(
        "3.5.5.6, 3.9.1.5",
        models.DateField(
            _("electronic scoring approved on"),
            null=True,
            blank=True,
            help_text=_("The day of that approval."),
        ),
    )
    second_entry = setting(
        "A5",
        models.CharField(
            _("typing from paper"),
            max_length=10,
            choices=SecondEntry.choices,
            default=SecondEntry.NO,
            help_text=_("Whether a second person types the totals of a paper again without seeing the first's."),
        ),
    )

    def __str__(self) -> str:
        return f"scoring settings of {self.event_id}"


class StandingsSettings(SettingsGroup):
    """Settings for ranks."""

    title = _("Standings")

    class LastTie(models.TextChoices):
        SESSION_POINTS = "session-points", _("The sessions' table points from the best down, then the same rank")
        SAME_RANK = "same-rank", _("The same rank")

    class TeamIncomplete(models.TextChoices):
        RANKED = "ranked", _("Ranked, missing players bring 0")
        UNRANKED = "unranked", _("Not ranked")

    class ReserveRank(models.TextChoices):
        RANKED = "ranked", _("Ranked with what was played")
        UNRANKED = "unranked", _("Not ranked")

    class LastSession(models.TextChoices):
        WITH_OTHERS = "with-others", _("Released like the others")
        CEREMONY = "ceremony", _("Held back until the ceremony")

    class CutTie(models.TextChoices):
        LOT = "lot", _("By lot")
        EXTRA_HAND = "extra-hand", _("By an extra hand")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="standings_settings")
    last_tie = setting(
        "3.10.1",
        models.CharField(
            _("equal table points and competition points"),
            max_length=20,
            choices=LastTie.choices,
            default=LastTie.SESSION_POINTS,
            help_text=_("What decides between players equal in both."),
        ),
    )
    team_sessions = setting(
        "3.10.1",
        models.PositiveSmallIntegerField(
            _("sessions that count for teams"),
            null=True,
            blank=True,
            validators=[MinValueValidator(1)],
            help_text=_("Team scores add the first sessions up to this number; empty: all."),
        ),
    )
    team_incomplete = setting(
        "3.5.3",
        models.CharField(
            _("incomplete teams"),
            max_length=10,
            choices=TeamIncomplete.choices,
            default=TeamIncomplete.RANKED,
            help_text=_("Whether a team of fewer than four has a rank."),
        ),
    )
    group_best = setting(
        "3.5.3",
        models.PositiveSmallIntegerField(
            _("members that count for a group"),
            default=4,
            validators=[MinValueValidator(1)],
            help_text=_("A group's score adds its best members; a group with fewer has no rank."),
        ),
    )
    reserve_rank = setting(
        "3.5.3",
        models.CharField(
            _("reserves"),
            max_length=10,
            choices=ReserveRank.choices,
            default=ReserveRank.RANKED,
            help_text=_("Whether a reserve who played has a rank."),
        ),
    )
    cut_tie = setting(
        "3.5.4",
        models.CharField(
            _("tie at a cut"),
            max_length=10,
            choices=CutTie.choices,
            default=CutTie.LOT,
            help_text=_("How a full tie is decided where only some go on."),
        ),
    )

    last_session = setting(
        "3.5.3, A7",
        models.CharField(
            _("results of the last session"),
            max_length=15,
            choices=LastSession.choices,
            default=LastSession.WITH_OTHERS,
            help_text=_("Whether the last session's results are kept back for the ceremony."),
        ),
    )

    def __str__(self) -> str:
        return f"standings settings of {self.event_id}"


class PenaltySettings(SettingsGroup):
    """Settings for penalties."""

    title = _("Penalties")

    class FalseWin(models.TextChoices):
        PAID = "paid", _("Paid to the three others")
        BURNT = "burnt", _("Paid to nobody")

    class Repetition(models.TextChoices):
        HAND = "hand", _("Counted in one hand")
        SESSION = "session", _("Counted in one session")

    class FlowerDiscard(models.TextChoices):
        ALLOWED = "allowed", _("Allowed")
        REFUSED = "refused", _("Not allowed")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="penalties_settings")
    false_win = setting(
        "3.11.6.1",
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
            help_text=_("Over what a repeated foul is counted."),
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
    )

    def __str__(self) -> str:
        return f"penalty settings of {self.event_id}"


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
    )
    fee = setting("3.12", models.PositiveIntegerField(_("fee"), default=200, help_text=_("The fee of an appeal.")))
    fee_currency = setting(
        "3.12",
        models.CharField(_("currency"), max_length=3, default="USD", help_text=_("The currency of the fee.")),
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
    )
    second_minutes = setting(
        "3.13",
        models.PositiveSmallIntegerField(
            _("time for the second step"),
            default=30,
            help_text=_("Minutes after a decision within which it can be taken to the arbitration committee."),
        ),
    )

    def __str__(self) -> str:
        return f"appeal settings of {self.event_id}"


#: Settings groups by their names in the event file.
SETTINGS_GROUPS: dict[str, type[SettingsGroup]] = {
    "play": PlaySettings,
    "scoring": ScoringSettings,
    "standings": StandingsSettings,
    "penalties": PenaltySettings,
    "appeals": AppealSettings,
    "privacy": PrivacySettings,
    "registration": RegistrationSettings,
}
