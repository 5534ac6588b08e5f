"""Sessions whose results were marked official by hand."""

from django.db import models

from tournament.events.models.stages import Session


class OfficialMark(models.Model):
    """Where no clock says when the appeal time was over: who declared a session's results official, and when."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="official_mark")
    at = models.DateTimeField()
    by = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.session_id} official by {self.by}"
