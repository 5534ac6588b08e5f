"""Appeals (3.12, 3.13): target, steps with decisions, fee, signatures, attachments and corrections."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from common.states import for_each
from scoring.appeals.rules import State
from scoring.fouls.models import Foul
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

STATE_NAMES = for_each(
    State,
    {
        State.UNSIGNED: _("signatures missing"),
        State.OPEN: _("waiting for a decision"),
        State.REJECTED: _("rejected"),
        State.UPHELD: _("upheld"),
        State.INADMISSIBLE: _("inadmissible"),
        State.WITHDRAWN: _("withdrawn"),
    },
)


class Appeal(models.Model):
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
    def ledger(self) -> Ledger:
        return self.event.ledger

    @property
    def locked_before(self) -> list[models.Model]:
        """The event: only one action at a time may change its appeals."""
        return [self.event]

    @property
    def state(self) -> str:
        return self.status

    @property
    def state_name(self) -> str:
        return str(STATE_NAMES[State(self.status)])


class AppealStep(models.Model):
    """One step of an appeal: before the chief referee, a department, or the arbitration committee (3.13).

    ``heard_at``: when the hearing began. ``names``: the deciding persons as the decision names them.
    """

    class Instance(models.TextChoices):
        CHIEF_REFEREE = "chief-referee", _("Chief referee")
        DEPARTMENT = "department", _("Department")
        ARBITRATION = "arbitration", _("Arbitration committee")

    class Finding(models.TextChoices):
        FACTS = "facts", _("The facts were wrong")
        RULE = "rule", _("A rule was applied wrongly")
        OUTSIDE = "outside", _("The decision lay outside the rules")
        NONE = "none", _("None of these")

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="steps")
    order = models.PositiveSmallIntegerField()
    instance = models.CharField(max_length=15, choices=Instance.choices)
    department = models.CharField(max_length=200, blank=True)
    began_at = models.DateTimeField()
    heard_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=15, choices=STATE_NAMES.items(), blank=True)
    finding = models.CharField(max_length=10, choices=Finding.choices, blank=True)
    reason = models.TextField(blank=True)
    names = models.CharField(max_length=500, blank=True)
    decided_by = models.CharField(max_length=200, blank=True)
    decided_ref = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["appeal", "order"], name="appeal_step_order")]

    def __str__(self) -> str:
        return f"step {self.order} of {self.appeal_id}"


class AppealText(models.Model):
    """The appellant's text of a step; only author, chief referee, committees and organizer may read it."""

    #: The lookup path to the event that owns this private data (`tournament.keeping.services`).
    OF_EVENT = "step__appeal__event"

    step = models.OneToOneField(AppealStep, on_delete=models.CASCADE, related_name="text")
    text = EncryptedTextField(blank=True)
    delete_after = models.DateField(null=True)

    def __str__(self) -> str:
        return f"text of {self.step_id}"


class AppealSignature(models.Model):
    """A player's or leader's signature under a step: by personal code, or on paper, noted by an official (3.12.3)."""

    class How(models.TextChoices):
        CODE = "code", _("with their own code")
        PAPER = "paper", _("on paper")

    step = models.ForeignKey(AppealStep, on_delete=models.CASCADE, related_name="signatures")
    signer = models.CharField(max_length=10, choices=Appeal.By.choices)
    how = models.CharField(max_length=5, choices=How.choices)
    name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["step", "signer"], name="appeal_signed_once")]

    def __str__(self) -> str:
        return f"{self.signer} under {self.step_id}"


class AppealAttachment(models.Model):
    """A document or picture filed with an appeal, with the readers of its text; the event file omits it.

    ``name``: the file's name (`scoring.appeals.selectors.files`), empty after the file was deleted as private data.
    """

    class Kind(models.TextChoices):
        PICTURE = "jpeg", "JPEG"
        DOCUMENT = "pdf", "PDF"

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="attachments")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    name = models.CharField(max_length=40, blank=True)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    added_at = models.DateTimeField()
    added_by = models.CharField(max_length=200)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.appeal_id} {self.kind} {self.pk}"


class AppealCorrection(models.Model):
    """The result of an upheld appeal: a version of a sheet, a cancelled foul, or a note."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="corrections")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, null=True, related_name="appeal_corrections")
    version = models.PositiveIntegerField(null=True)
    foul = models.ForeignKey(Foul, on_delete=models.CASCADE, null=True, related_name="appeal_corrections")
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "sheet", "version"], name="appeal_sheet_once"),
            models.UniqueConstraint(fields=["appeal", "foul"], name="appeal_foul_once"),
            models.CheckConstraint(
                condition=Q(sheet__isnull=False, version__isnull=False, foul__isnull=True)
                | Q(sheet__isnull=True, foul__isnull=False)
                | Q(sheet__isnull=True, foul__isnull=True) & ~Q(note=""),
                name="appeal_correction_of_something",
            ),
        ]

    def __str__(self) -> str:
        return f"correction by {self.appeal_id}"
