"""A list of members that a body is about to import."""

from django.db import models

from common.privacy.fields import EncryptedTextField
from ranking.bodies.models import Body


class MemberList(models.Model):
    """A file as one member of a body's committee read it, with its columns; the registry has nothing of it yet.

    ``sheets`` is encrypted JSON as in a preview of registrations, since the file may hold more than a registry keeps:
    birth dates, addresses. It is deleted with the import, and by the sweep after some days.
    """

    body = models.ForeignKey(Body, on_delete=models.CASCADE, related_name="member_lists")
    actor_ref = models.CharField(max_length=60)
    file_name = models.CharField(max_length=200)
    file_digest = models.CharField(max_length=64)
    sheets = EncryptedTextField()
    sheet = models.PositiveSmallIntegerField(default=0)
    heading = models.PositiveIntegerField(null=True, blank=True)
    mapping = models.JSONField(default=dict, blank=True)
    # Without headings the columns are guessed from their contents; a person must check them before anything is saved.
    guessed = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} for {self.body_id}"
