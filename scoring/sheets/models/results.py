"""Counted results: what each seat of a sheet brings to whom, kept in step with the sheet by the counting service."""

from django.db import models

from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry, Team
from tournament.events.models.stages import Session


class CountedResult(models.Model):
    """One seat's result of one session, credited to an entry and a team.

    ``table_points`` are twelfths (4 TP = 48), ``competition_points`` points. Derived from the sheet's current facts and
    rewritten with every version; ``provisional`` while the sheet is not signed. A filler's result has no row.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    team = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, related_name="results")
    seat = models.CharField(max_length=1)
    table_points = models.PositiveSmallIntegerField()
    competition_points = models.IntegerField()
    provisional = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "entry"], name="one_result_per_session_and_entry")]
        indexes = [models.Index(fields=["sheet"], name="result_sheet")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.entry_id}: {self.table_points}/12 {self.competition_points:+d}"


class Comparison(models.Model):
    """What comparing a sheet's hands, signed totals and table points found; derived, like the counted results.

    ``kinds`` (empty: no contradiction), ``cause`` and ``difference`` are those of ``scoring.sheets.rules.comparison``;
    ``marks`` say "totals-only", "shorter", "gaps". ``settled`` is the way an official settled it,
    which then contradicts no more.
    """

    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="comparison")
    marks = models.JSONField(default=list)
    kinds = models.JSONField(default=list)
    contradicts = models.BooleanField(default=False)
    order_changes = models.BooleanField(default=False)
    cause = models.JSONField(default=dict)
    difference = models.JSONField(default=dict)
    settled = models.CharField(max_length=15, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.sheet_id}: {', '.join(self.kinds) or 'agrees'}"
