"""Results that an applicant says the record lacks, with the papers that show them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.heads import Head
from common.privacy.fields import EncryptedTextField
from ranking.pins.models import PinApplication
from ranking.record.models.records import RecordedEvent


class MissingResult(models.Model):
    """A result that the record lacks, as the applicant says; a reviewer enters it, or refuses with a reason.

    Words and files may hold private things: they are encrypted, and deleted after ``delete_after``.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waits to be looked at")
        ENTERED = "entered", _("In the record")
        REFUSED = "refused", _("Refused")

    application = models.ForeignKey(PinApplication, on_delete=models.CASCADE, related_name="missing_results")
    event = EncryptedTextField(_("event"))
    day = models.DateField(_("last day"))
    text = EncryptedTextField(_("what the result was"), blank=True)
    status = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reason = EncryptedTextField(blank=True)
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    recorded = models.ForeignKey(RecordedEvent, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    delete_after = models.DateField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"missing result {self.pk} of pin application {self.application_id}"

    @property
    def head(self) -> Head:
        """The body's head."""
        return self.application.head

    @property
    def read_with(self) -> tuple[str, ...]:
        """The rows that every action looks at."""
        return ("application__body__head", "application__person__merged_into")

    @property
    def state(self) -> str:
        """The state, as the table of rights names it."""
        return self.status

    @property
    def state_name(self) -> str:
        """The state as people read it."""
        return self.get_status_display()


class ClaimFile(models.Model):
    """A paper that shows a missing result, encrypted in a file of its own (`ranking.record.selectors.claim_files`)."""

    class Kind(models.TextChoices):
        PICTURE = "jpeg", "JPEG"
        DOCUMENT = "pdf", "PDF"

    claim = models.ForeignKey(MissingResult, on_delete=models.CASCADE, related_name="files")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"file {self.pk} of missing result {self.claim_id}"
