"""The steps of an appeal with decision, text and signatures (3.12.3, 3.13)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.privacy.fields import EncryptedTextField
from scoring.appeals.models.appeals import STATE_NAMES, Appeal


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
        OUTSIDE = "outside", _("The decision was outside the rules")
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
