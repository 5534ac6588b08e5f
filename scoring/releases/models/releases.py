"""Sessions whose results an official declared official by hand."""

from django.db import models

from tournament.events.models.stages import Session


class OfficialMark(models.Model):
    """A declaration that a session's results are official, for sessions without a clock to end the appeal time."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="official_mark")
    at = models.DateTimeField()
    by = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.session_id} official by {self.by}"
