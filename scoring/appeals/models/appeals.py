"""Appeals of players and team leaders (3.12, 3.13): target, deadline, state and fee."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.states import for_each
from scoring.appeals.rules import State
from scoring.fouls.models import Foul
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.subjects import LockingEventSubject

STATE_NAMES = for_each(
    State,
    {
        State.UNSIGNED: _("signatures missing"),
        State.OPEN: _("waiting for a decision"),
        State.REJECTED: _("rejected"),
        State.UPHELD: _("upheld"),
        State.INADMISSIBLE: _("inadmissible"),
        State.WITHDRAWN: pgettext_lazy("appeal", "withdrawn"),
    },
)


class Appeal(LockingEventSubject):
    """An appeal by its number in the event, of a player or a team's leader; it is never deleted.

    The appeal time runs from the end of ``session``; ``deadline`` is the end of that time as known at the filing (null:
    the session had not ended), and ``late`` says whether the appeal came after it. ``against`` says which of ruling,
    foul and sheet is the target; an appeal against the competition has a ``subject`` instead. The fee is that of the
    settings at the filing. Texts and signatures belong to the steps.
    """

    class Matter(models.TextChoices):
        RULES = "rules", _("the rules or regulations")
        OTHER = "other", _("another matter")

    class By(models.TextChoices):
        PLAYER = "player", _("Player")
        LEADER = "leader", _("Team leader")

    class Against(models.TextChoices):
        RULING = "ruling", _("a ruling")
        FOUL = "foul", _("a foul")
        SHEET = "sheet", _("a score sheet")
        COMPETITION = "other", _("the competition")

    class Subject(models.TextChoices):
        """What an appeal against the competition is about (3.12.2, 3.13.2)."""

        DRAW = "draw", _("the draw")
        STANDINGS = "standings", _("the standings")
        AWARDS = "awards", _("the awards")
        EQUIPMENT = "equipment", _("the equipment")
        CONDUCT = "conduct", _("the conduct of officials")
        OTHER = "other", _("something else")

    class Fee(models.TextChoices):
        NONE = "none", _("no fee")
        DUE = "due", _("due")
        PAID = "paid", _("paid")
        RETURNED = "returned", _("returned")
        KEPT = "kept", _("kept")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="appeals")
    number = models.PositiveIntegerField()
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="appeals")
    matter = models.CharField(max_length=10, choices=Matter.choices, default=Matter.RULES)
    against = models.CharField(max_length=10, choices=Against.choices)
    subject = models.CharField(max_length=10, choices=Subject.choices, blank=True)
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, null=True, related_name="appeals")
    foul = models.ForeignKey(Foul, on_delete=models.CASCADE, null=True, related_name="appeals")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, null=True, related_name="appeals")
    by = models.CharField(max_length=10, choices=By.choices)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="appeals")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="appeals")
    filed_at = models.DateTimeField()
    filed_by = models.CharField(max_length=200, blank=True)
    filed_ref = models.CharField(max_length=60, blank=True)
    deadline = models.DateTimeField(null=True)
    late = models.BooleanField(default=False)
    status = models.CharField(max_length=15, choices=STATE_NAMES.items())
    fee = models.PositiveIntegerField(default=0)
    fee_currency = models.CharField(max_length=3, blank=True)
    fee_state = models.CharField(max_length=10, choices=Fee.choices)
    paid_at = models.DateTimeField(null=True)
    paid_to = models.CharField(max_length=200, blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="appeal_number"),
            models.CheckConstraint(
                condition=Q(against="ruling", ruling__isnull=False)
                | Q(against="foul", foul__isnull=False)
                | Q(against="sheet", sheet__isnull=False)
                | Q(against="other") & ~Q(subject=""),
                name="appeal_against_something",
            ),
            models.CheckConstraint(
                condition=Q(by="player", entry__isnull=False) | Q(by="leader", team__isnull=False),
                name="appeal_by_someone",
            ),
            models.CheckConstraint(condition=~Q(late=True) | Q(status="inadmissible"), name="appeal_late_inadmissible"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} appeal {self.number}"

    @property
    def state(self) -> str:
        return self.status

    @property
    def state_name(self) -> str:
        return str(STATE_NAMES[State(self.status)])
