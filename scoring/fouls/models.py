"""Fouls (3.11), their private evidence, the measures that follow from them, and the event's own catalogue entries."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.i18n.text_fields import TextsField
from common.privacy.fields import EncryptedTextField
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.catalogue import Outcome
from scoring.sheets.models.games import game_field, hand_limit
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.subjects import EventSubject, LockingEventSubject
from tournament.events.models.tables import SeatChoices


class Scope(models.TextChoices):
    """What a foul belongs to."""

    HAND = "hand", _("a hand")
    SESSION = "session", _("the session")
    EVENT = "event", _("the event")


class Foul(EventSubject):
    """A foul as it was decided, by its number in the event; it is never deleted, only cancelled.

    ``kind`` is an entry of the catalogue or one of the event's own; ``title`` is the text of a free entry.
    At a table: ``sheet``, starting ``seat`` and ``hand_no``, the hand it was raised at (0: between hands). ``entry`` is
    the player on that seat (null: a person without an entry, by ``name``). ``effects`` are codes of
    `scoring.fouls.rules`. The points are facts that refer to the foul: an `Adjustment` of the sheet or a
    `SessionPenalty`, and a `Forfeit`. ``times``: the repetition of its kind (1 = first). ``proposed``: the penalty is
    the catalogue's and is updated when repetitions are recounted; otherwise ``change_reason`` explains it.
    Inadmissible: raised after play went on (3.11.6.11(7)); it has no effect.
    """

    class State(models.TextChoices):
        STANDING = "standing", _("valid")
        INADMISSIBLE = "inadmissible", _("inadmissible")
        CANCELLED = "cancelled", _("cancelled")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="fouls")
    number = models.PositiveIntegerField()
    scope = models.CharField(max_length=10, choices=Scope.choices)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, related_name="fouls")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, null=True, related_name="fouls")
    seat = models.CharField(max_length=1, choices=SeatChoices.choices, blank=True)
    game = game_field()
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
            models.CheckConstraint(condition=hand_limit("hand_no"), name="foul_hand_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} foul {self.number}"

    @property
    def locked_before(self) -> list[models.Model]:
        """The event, then the session: only one action at a time may count fouls of a session."""
        return [self.event, *([self.session] if self.session else [])]

    @property
    def state(self) -> str:
        if self.cancelled_at:
            return self.State.CANCELLED
        return self.State.STANDING if self.admissible else self.State.INADMISSIBLE

    @property
    def state_name(self) -> str:
        return str(self.State(self.state).label)

    @property
    def stands(self) -> bool:
        return self.state == self.State.STANDING


class FoulEvidence(models.Model):
    """Notes and witnesses: only for the chief referee, the committee and the referee who entered the foul."""

    #: The lookup path to the event that owns this private data (`tournament.keeping.services`).
    OF_EVENT = "foul__event"

    foul = models.OneToOneField(Foul, on_delete=models.CASCADE, related_name="evidence")
    notes = EncryptedTextField(blank=True)
    witnesses = EncryptedTextField(blank=True)
    delete_after = models.DateField(null=True)

    def __str__(self) -> str:
        return f"evidence of {self.foul_id}"


class Measure(LockingEventSubject):
    """A suspension (3.11.4), loss of rank or disqualification (3.11.5) of a player.

    A suspension is in force at once, from ``from_session`` on, until the committee lifts it. The others are proposed by
    one person and come into force when another member of the committee confirms them.
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
    def state(self) -> str:
        return self.status

    @property
    def state_name(self) -> str:
        return self.get_status_display()


class FoulKind(models.Model):
    """An entry that an event adds to the catalogue, with a name in at least one language."""

    #: The label of one language's text.
    NAME_LABEL, ABOUT_LABEL = _("name in {language}"), _("description in {language}")
    MAX_NAME, MAX_ABOUT = 100, 300

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="foul_kinds")
    code = models.SlugField(max_length=30)
    article = models.CharField(_("article"), max_length=30, blank=True)
    scope = models.CharField(_("belongs to"), max_length=10, choices=Scope.choices, default=Scope.HAND)
    name = TextsField(max_length=MAX_NAME)
    about = TextsField(max_length=MAX_ABOUT, default=dict, blank=True)
    effects = models.JSONField(default=list)
    points = models.PositiveIntegerField(_("points"), default=0)
    payee = models.CharField(_("paid to"), max_length=10, default="nobody")
    counted = models.BooleanField(_("higher penalty when repeated"), default=False)

    class Meta:
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["event", "code"], name="foul_kind_code")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.code}"

    @property
    def as_rule(self) -> CatalogueEntry:
        """The same entry as the rules use it."""
        return CatalogueEntry(
            code=self.code,
            article=self.article,
            name=self.name,
            about=self.about,
            outcomes=(Outcome("own", tuple(self.effects), self.points, self.payee),),
            scope=self.scope,
            counted=self.counted,
        )
