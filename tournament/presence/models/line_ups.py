"""Line-ups: the reserve who plays a team member's number in a session."""

from django.db import models

from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session


class LineUp(models.Model):
    """The reserve ``by`` will play the number of ``holder`` in a session without a chart yet (3.5.3).

    When the chart is released, the line-up becomes a sitting from hand 1, and the row is deleted; retracting the chart
    restores the row.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="line_ups")
    holder = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="replaced_in")
    by = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="replaces_in")

    class Meta:
        ordering = ["session", "holder"]
        constraints = [
            models.UniqueConstraint(fields=["session", "holder"], name="line_up_number_once"),
            models.UniqueConstraint(fields=["session", "by"], name="line_up_reserve_once"),
        ]

    def __str__(self) -> str:
        return f"{self.session}: {self.by_id} for {self.holder_id}"
