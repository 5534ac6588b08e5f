"""Work of the Desk on the paper of a sheet: arrival, typing, second entry of the totals.

It belongs to accounts of this machine, so the event file leaves it out.
"""

from django.db import models

from scoring.sheets.models.sheets import Sheet


class DeskWork(models.Model):
    """The paper of one sheet at the Desk: its arrival, and its reservation by a typist."""

    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="desk_work")
    arrived_at = models.DateTimeField(null=True)
    typist_ref = models.CharField(max_length=60, blank=True)
    typist_name = models.CharField(max_length=200, blank=True)
    held_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"desk work on {self.sheet_id}"


class SecondEntry(models.Model):
    """The totals (starting seat -> points) that a second person typed without seeing the first entry."""

    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="second_entry")
    totals = models.JSONField()
    by_ref = models.CharField(max_length=60)
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"second entry of {self.sheet_id}"
