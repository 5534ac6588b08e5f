"""Awards, their winners, and the progress of the ceremony on the Wall."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject


class Award(EventSubject):
    """One award of the ceremony, sorted by ``order``: the first ``places`` of a ranking, or winners chosen by hand.

    An empty ``title`` means the label of the kind.
    """

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual", _("Individual")
        TEAMS = "teams", _("Team")
        GROUPS = "groups", _("Group")
        BEST_HAND = "best-hand", _("Best hand")
        OWN = "own", _("Custom award")

    #: The kinds whose winners follow from the standings.
    RANKED = (Kind.INDIVIDUAL, Kind.TEAMS, Kind.GROUPS)
    MOST, MOST_PLACES = 20, 16

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="awards")
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(_("award"), max_length=15, choices=Kind.choices)
    title = models.CharField(_("title"), max_length=100, blank=True)
    places = models.PositiveSmallIntegerField(
        _("places"), default=3, validators=[MinValueValidator(1), MaxValueValidator(MOST_PLACES)]
    )

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["event", "order"], name="award_order_once"),
            models.CheckConstraint(condition=~Q(kind="own", title=""), name="own_award_has_title"),
        ]

    def __str__(self) -> str:
        return self.title or self.kind

    @property
    def ranked(self) -> bool:
        """Whether its winners follow from the standings."""
        return self.kind in self.RANKED


class AwardWinner(models.Model):
    """The winner of a ``place`` of an award: a player, a team or a group.

    Winners of a ranking are a snapshot from the beginning of the ceremony; an official chooses the others.
    ``note``: the reason, such as the points of a hand ("88").
    """

    award = models.ForeignKey(Award, on_delete=models.CASCADE, related_name="winners")
    place = models.PositiveSmallIntegerField(default=1)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="awards")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="awards")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, null=True, related_name="awards")
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["award", "entry"], name="award_once_to_a_player"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False, team__isnull=True, group__isnull=True)
                | Q(entry__isnull=True, team__isnull=False, group__isnull=True)
                | Q(entry__isnull=True, team__isnull=True, group__isnull=False),
                name="award_winner_is_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.award_id} {self.place}"


class Ceremony(models.Model):
    """A ceremony that has begun: the first ``shown`` of its ``steps`` are public.

    The last step releases the results and says so.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="ceremony")
    shown = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField()
    begun_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(shown__lte=models.F("steps")), name="ceremony_shown_steps")]

    def __str__(self) -> str:
        return f"ceremony of {self.event_id}: {self.shown}/{self.steps}"

    @property
    def over(self) -> bool:
        """Whether the last step is shown."""
        return self.shown == self.steps
