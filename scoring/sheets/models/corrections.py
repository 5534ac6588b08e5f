"""Corrections of released results: what the public saw of a table before, and what it sees after."""

from django.db import models
from django.db.models import F, Q

from scoring.sheets.models.sheets import Sheet


class Correction(models.Model):
    """A table whose released results were withdrawn for correction; ``corrected_at`` is null while it is under way.

    ``before`` and ``after`` map each player's number to ``[table points in twelfths, points]``. The reason is private
    and kept in the audit log.
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
