"""Missing results: results that an applicant says are not in the record, with papers that prove them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from common.actions.models.ledgers import Ledger
from common.privacy.fields import EncryptedTextField
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.files import PrivateFile
from ranking.record.models.records import RecordedEvent


class MissingResult(models.Model):
    """A result that an applicant reports as missing; a reviewer enters it, or refuses it with a reason.

    Texts and files may be private: they are encrypted, and deleted after ``delete_after``.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting for review")
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
    def ledger(self) -> Ledger:
        return self.application.ledger

    @property
    def read_with(self) -> tuple[str, ...]:
        """The related rows that every action reads."""
        return ("application__body__ledger", "application__person__merged_into")

    @property
    def state(self) -> str:
        """The name of the state in the table of permissions."""
        return self.status

    @property
    def state_name(self) -> str:
        return self.get_status_display()


class ClaimFile(PrivateFile):
    """A paper that proves a missing result."""

    claim = models.ForeignKey(MissingResult, on_delete=models.CASCADE, related_name="files")

    def __str__(self) -> str:
        return f"file {self.pk} of missing result {self.claim_id}"
