"""A list of registrations that was read and waits for confirmation."""

from django.db import models

from common.privacy.fields import EncryptedTextField
from tournament.events.models.events import Event


class RegistrationPreview(models.Model):
    """A file as read by one account, and the interpretation of its columns; nothing of it is in the event yet.

    ``sheets`` is JSON, ``[{"name": …, "rows": [[text, …], …]}, …]``, encrypted: the list may contain other private
    data. ``heading`` is the index of the heading row (None: no headings), ``mapping`` maps fields to columns.
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
    # Without headings the columns are guessed from their contents; a person must check them before anything is saved.
    guessed = models.BooleanField(default=False)
    fill_down = models.BooleanField(null=True, blank=True)
    # How names in one column are split where nothing in them says it: "family" first, "given" first; empty: by habit.
    name_order = models.CharField(max_length=6, blank=True)
    # The rows, counted from 1, whose spelling and number are taken from the registries.
    from_registry = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} for {self.event_id}"
