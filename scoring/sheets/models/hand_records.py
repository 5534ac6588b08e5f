"""The tiles or the fans that the referee recorded for a won hand."""

from django.db import models
from django.db.models import F, Q

from scoring.sheets.models.fact_rows import Fact
from scoring.sheets.models.games import game_field, hand_limit
from tournament.events.models.tables import SeatChoices


class HandRecord(Fact):
    """The tiles or fans of a win and their calculated points; the declared points stay the result (3.9.1.4).

    ``record``: ``{"tiles": {…}}`` as ``score_hands`` takes it, or ``{"fans": [{"id", "count"}, …]}``. ``calculated``:
    its points with flowers; None for tiles that do not win. ``winner``: the starting seat of the recorded win; a record
    of another winner than the hand's is ignored.
    """

    game = game_field()
    no = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=1, choices=SeatChoices.choices)
    record = models.JSONField()
    calculated = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "no"], condition=Q(valid_until_version__isnull=True), name="hand_record_one_current"
            ),
            models.CheckConstraint(
                condition=Q(valid_until_version__isnull=True) | Q(valid_until_version__gt=F("valid_from_version")),
                name="hand_record_ends_after",
            ),
            models.CheckConstraint(condition=Q(no__gte=1) & hand_limit("no"), name="hand_record_no_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} record of hand {self.no}"
