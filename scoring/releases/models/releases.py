"""What happened to results after their release: corrections of tables, and sessions marked official by hand."""

from django.db import models
from django.db.models import F, Q

from scoring.sheets.models.sheets import Sheet
from tournament.events.models.stages import Session


class Correction(models.Model):
    """A table whose released results were taken back to be corrected; ``corrected_at`` null: that is under way.

    ``before`` and ``after`` map each player's number to ``[table points in twelfths, points]`` as they were public and
    as they are since. Without private words: the reason stands in the audit.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="corrections")
    begun_at = models.DateTimeField()
    corrected_at = models.DateTimeField(null=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        ordering = ["begun_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(corrected_at__isnull=True), name="correction_one_under_way"
            ),
            models.CheckConstraint(
                condition=Q(corrected_at__isnull=True) | Q(corrected_at__gte=F("begun_at")),
                name="correction_ends_after",
            ),
        ]

    def __str__(self) -> str:
        return f"correction of {self.sheet_id}"


class OfficialMark(models.Model):
    """Where no clock says when the appeal time was over: who declared a session's results official, and when."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="official_mark")
    at = models.DateTimeField()
    by = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.session_id} official by {self.by}"
