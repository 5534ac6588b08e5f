"""A list of registrations that was read and waits for somebody to confirm what it changes."""

from django.db import models

from common.privacy.fields import EncryptedTextField
from tournament.events.models.events import Event


class RegistrationPreview(models.Model):
    """A file as one account read it, and how its columns are understood; nothing of it is in the event yet.

    ``sheets`` is JSON, ``[{"name": …, "rows": [[text, …], …]}, …]``, encrypted: nobody knows what else stands in a
    stranger's list. ``heading`` is counted from 0 (None: no headings), ``mapping`` leads from fields to columns.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registration_previews")
    actor_ref = models.CharField(max_length=60)
    file_name = models.CharField(max_length=200)
    file_digest = models.CharField(max_length=64)
    encoding = models.CharField(max_length=20, blank=True)
    sheets = EncryptedTextField()
    sheet = models.PositiveSmallIntegerField(default=0)
    heading = models.PositiveIntegerField(null=True, blank=True)
    mapping = models.JSONField(default=dict, blank=True)
    # Without headings the columns are guessed by what stands in them, and nothing is written before somebody looked.
    guessed = models.BooleanField(default=False)
    fill_down = models.BooleanField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} for {self.event_id}"
