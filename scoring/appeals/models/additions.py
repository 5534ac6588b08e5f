"""What is added to an appeal: attachments, and the corrections that follow when it is upheld."""

from django.db import models
from django.db.models import Q

from scoring.appeals.models.appeals import Appeal
from scoring.fouls.models import Foul
from scoring.sheets.models.sheets import Sheet


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
