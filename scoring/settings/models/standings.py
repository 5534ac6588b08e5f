"""An event's settings of ranks."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.settings_groups import SettingsGroup, anything, setting
from tournament.events.models.events import Event


class StandingsSettings(SettingsGroup):
    """Settings for ranks."""

    title = _("Standings")

    class LastTie(models.TextChoices):
        SESSION_POINTS = "session-points", _("The sessions' table points from the best down, then the same rank")
        SAME_RANK = "same-rank", _("The same rank")

    class TeamIncomplete(models.TextChoices):
        RANKED = "ranked", _("Ranked, missing players score 0")
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
        PLAY_OFF = "play-off", _("By a play-off table")
        VALUES = "values", _("By further tie-break values")
        MORE = "more", _("All of the tied go on")
        FEWER = "fewer", _("None of the tied go on")

    class DrawResults(models.TextChoices):
        # Event files keep the value, which is older than the draft by signed sheets.
        SIGNED = "confirmed", _("All signed results, before their release too")
        RELEASED = "released", _("Released results only")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="standings_settings")
    last_tie = setting(
        "3.10.1",
        models.CharField(
            _("equal table points and competition points"),
            max_length=20,
            choices=LastTie.choices,
            default=LastTie.SESSION_POINTS,
            help_text=_("What decides between players with equal table points and competition points."),
        ),
        silent=True,
    )
    team_sessions = setting(
        "3.10.1",
        models.PositiveSmallIntegerField(
            _("sessions that count for teams"),
            null=True,
            blank=True,
            validators=[MinValueValidator(1)],
            help_text=_("How many sessions, from the first on, count for team scores. Empty: all."),
        ),
        silent=True,
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
        silent=True,
    )
    group_best = setting(
        "3.5.3",
        models.PositiveSmallIntegerField(
            _("members that count for a group"),
            default=4,
            validators=[MinValueValidator(1)],
            help_text=_("A group's score adds its best members; a group with fewer has no rank."),
        ),
        silent=True,
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
        silent=True,
    )
    cut_tie = setting(
        "3.5.4",
        models.CharField(
            _("tie at a cut"),
            max_length=10,
            choices=CutTie.choices,
            default=CutTie.LOT,
            help_text=_("How a full tie is decided when only some of the players advance."),
        ),
        silent=True,
    )

    draw_results = setting(
        "3.5.4",
        models.CharField(
            _("results for draws by standings"),
            max_length=10,
            choices=DrawResults.choices,
            default=DrawResults.SIGNED,
            help_text=_("Whether seats may be drawn from results that are not public yet. The seats show no points."),
        ),
        silent=True,
    )

    last_session = setting(
        "3.5.3, A7",
        models.CharField(
            _("results of the last session"),
            max_length=15,
            choices=LastSession.choices,
            default=LastSession.WITH_OTHERS,
            help_text=_("Whether the last session's results are held back until the ceremony."),
        ),
        allows=anything,
    )

    def __str__(self) -> str:
        return f"standings settings of {self.event_id}"
