"""Fouls (3.11), the committee's measures that follow from some, an event's own entries, and what only few may see."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.actions.models.heads import Head
from common.privacy.fields import EncryptedTextField
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.catalogue import Outcome, Text
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import SeatChoices


class Scope(models.TextChoices):
    """What a foul belongs to."""

    HAND = "hand", _("a hand")
    SESSION = "session", _("the session")
    EVENT = "event", _("the event")


class Foul(models.Model):
    """A foul as it was decided, by its number in the event; it is never deleted, only cancelled.

    ``kind`` is an entry of the catalogue or of the event's own ones, ``title`` what an official wrote for a free one.
    At a table: ``sheet``, starting ``seat`` and ``hand_no``, the hand it was raised at (0: between hands). ``entry`` is
    who sat there (null: a person without one, by ``name``). ``effects`` are codes of `scoring.fouls.rules`; the points
    are facts that name the foul as theirs: an `Adjustment` of the sheet or a `SessionPenalty`, and a `Forfeit`.
    ``times``: the repetition of its kind (1 = first). ``proposed``: the penalty is the one of the catalogue, and
    follows it where repeated fouls are counted anew; else ``change_reason``. Inadmissible: raised after play went on
    (3.11.6.11(7)), without any effect.
    """

    class State(models.TextChoices):
        STANDING = "standing", _("standing")
        INADMISSIBLE = "inadmissible", _("inadmissible")
        CANCELLED = "cancelled", _("cancelled")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="fouls")
    number = models.PositiveIntegerField()
    scope = models.CharField(max_length=10, choices=Scope.choices)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, related_name="fouls")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, null=True, related_name="fouls")
    seat = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    hand_no = models.PositiveSmallIntegerField(default=0)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="fouls")
    name = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=30)
    outcome = models.CharField(max_length=30, blank=True)
    title = models.CharField(max_length=200, blank=True)
    article = models.CharField(max_length=30, blank=True)
    effects = models.JSONField(default=list)
    points = models.PositiveIntegerField(default=0)
    payee = models.CharField(max_length=10, default="nobody")
    paid_to = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    tiles = models.CharField(max_length=60, blank=True)
    times = models.PositiveSmallIntegerField(null=True)
    proposed = models.BooleanField(default=True)
    change_reason = models.CharField(max_length=300, blank=True)
    admissible = models.BooleanField(default=True)
    remark = models.CharField(max_length=300, blank=True)
    entered_at = models.DateTimeField()
    entered_by = models.CharField(max_length=200, blank=True)
    entered_ref = models.CharField(max_length=60, blank=True)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.CharField(max_length=200, blank=True)
    cancel_reason = models.CharField(max_length=300, blank=True)
    notice = models.CharField(max_length=500, blank=True)
    notice_at = models.DateTimeField(null=True)
    notice_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="foul_number"),
            models.CheckConstraint(
                condition=Q(sheet__isnull=True, seat="") | Q(sheet__isnull=False) & ~Q(seat=""),
                name="foul_seat_of_sheet",
            ),
            models.CheckConstraint(
                condition=~Q(scope="hand") | Q(sheet__isnull=False, session__isnull=False), name="foul_of_hand_at_table"
            ),
            models.CheckConstraint(
                condition=~Q(scope="session") | Q(session__isnull=False), name="foul_of_session_in_session"
            ),
            models.CheckConstraint(condition=Q(hand_no__lte=16), name="foul_hand_0_to_16"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} foul {self.number}"

    @property
    def head(self) -> Head:
        """The event's head."""
        return self.event.head

    @property
    def locked_before(self) -> list[models.Model]:
        """The event, then the session: fouls of a session are counted one at a time."""
        return [self.event, *([self.session] if self.session else [])]

    @property
    def state(self) -> str:
        """Where the foul stands for actions."""
        if self.cancelled_at:
            return self.State.CANCELLED
        return self.State.STANDING if self.admissible else self.State.INADMISSIBLE

    @property
    def state_name(self) -> str:
        """The state as people read it."""
        return str(self.State(self.state).label)

    @property
    def stands(self) -> bool:
        """Whether it has its effect."""
        return self.state == self.State.STANDING


class FoulEvidence(models.Model):
    """What was seen, and who saw it: for the chief referee, the committee and the referee who entered the foul."""

    #: The way to the event whose private data it is (`tournament.keeping.services`).
    OF_EVENT = "foul__event"

    foul = models.OneToOneField(Foul, on_delete=models.CASCADE, related_name="evidence")
    notes = EncryptedTextField(blank=True)
    witnesses = EncryptedTextField(blank=True)
    delete_after = models.DateField(null=True)

    def __str__(self) -> str:
        return f"evidence of {self.foul_id}"


class Measure(models.Model):
    """A suspension (3.11.4), loss of rank or disqualification (3.11.5) of a player.

    A suspension is in force at once, from ``from_session`` on, until the committee lifts it. The others are proposed by
    one person and in force when another of the committee confirms them.
    """

    class Kind(models.TextChoices):
        SUSPENSION = "suspension", _("Suspension")
        RANK_LOST = "rank-lost", _("Loss of rank")
        DISQUALIFICATION = "disqualification", _("Disqualification")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        IN_FORCE = "in-force", _("in force")
        REJECTED = "rejected", _("not confirmed")
        LIFTED = "lifted", _("lifted")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="measures")
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="measures")
    foul = models.ForeignKey(Foul, on_delete=models.CASCADE, null=True, related_name="measures")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    status = models.CharField(max_length=10, choices=State.choices)
    from_session = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=500)
    proposed_at = models.DateTimeField()
    proposed_by = models.CharField(max_length=200, blank=True)
    proposed_ref = models.CharField(max_length=60, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=200, blank=True)
    decision_reason = models.CharField(max_length=500, blank=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.CharField(max_length=200, blank=True)
    lift_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="measure_number"),
            models.UniqueConstraint(
                fields=["entry", "kind"], condition=Q(status__in=["proposed", "in-force"]), name="measure_one_of_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} measure {self.number}"

    @property
    def head(self) -> Head:
        """The event's head."""
        return self.event.head

    @property
    def locked_before(self) -> list[models.Model]:
        """The event, whose list of measures is changed one at a time."""
        return [self.event]

    @property
    def state(self) -> str:
        """Where it stands for actions."""
        return self.status

    @property
    def state_name(self) -> str:
        """The state as people read it."""
        return self.get_status_display()


class FoulKind(models.Model):
    """An entry that an event adds to the catalogue, with words in at least one language."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="foul_kinds")
    code = models.SlugField(max_length=30)
    article = models.CharField(_("article"), max_length=30, blank=True)
    scope = models.CharField(_("belongs to"), max_length=10, choices=Scope.choices, default=Scope.HAND)
    name_zh = models.CharField(_("name in Chinese"), max_length=100, blank=True)
    name_en = models.CharField(_("name in English"), max_length=100, blank=True)
    name_ja = models.CharField(_("name in Japanese"), max_length=100, blank=True)
    about_zh = models.CharField(_("description in Chinese"), max_length=300, blank=True)
    about_en = models.CharField(_("description in English"), max_length=300, blank=True)
    about_ja = models.CharField(_("description in Japanese"), max_length=300, blank=True)
    effects = models.JSONField(default=list)
    points = models.PositiveIntegerField(_("points"), default=0)
    payee = models.CharField(_("paid to"), max_length=10, default="nobody")
    counted = models.BooleanField(_("repeated ones cost more"), default=False)

    class Meta:
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["event", "code"], name="foul_kind_code")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.code}"

    @property
    def as_rule(self) -> CatalogueEntry:
        """The entry as the rules know it."""
        return CatalogueEntry(
            code=self.code,
            article=self.article,
            name=Text(self.name_zh, self.name_en, self.name_ja),
            about=Text(self.about_zh, self.about_en, self.about_ja),
            outcomes=(Outcome("own", tuple(self.effects), self.points, self.payee),),
            scope=self.scope,
            counted=self.counted,
        )
