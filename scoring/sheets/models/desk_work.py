"""What the Desk does with the paper of a sheet: it came in, somebody types it, somebody else types its totals again.

Work in progress that belongs to accounts: none of it travels in the event file.
"""

from django.db import models

from scoring.sheets.models.sheets import Sheet


class DeskWork(models.Model):
    """The paper of one sheet at the Desk: when it came in, and until when who has it in hand."""

    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="desk_work")
    arrived_at = models.DateTimeField(null=True)
    typist_ref = models.CharField(max_length=60, blank=True)
    typist_name = models.CharField(max_length=200, blank=True)
    held_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"desk work on {self.sheet_id}"


class SecondEntry(models.Model):
    """The totals (starting seat -> points) that a second person typed from the paper without seeing the first's."""

    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="second_entry")
    totals = models.JSONField()
    by_ref = models.CharField(max_length=60)
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"second entry of {self.sheet_id}"
