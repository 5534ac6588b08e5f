"""Photos of an event; the pictures are files."""

from django.db import models

from common.i18n.text_fields import TextsField
from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject


class EventPhoto(EventSubject):
    """A photo in the report of an event. It may show people, so no event file has it.

    ``name``: the file's name in the folder of `scoring.photos.selectors`; ``digest``: the SHA-256 of the upload, to
    recognize the same one; ``size``: bytes of the file; ``width`` and ``height`` in pixels. ``caption`` may be empty.
    """

    MOST_CAPTION = 200

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="photos")
    name = models.CharField(max_length=40, unique=True)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    caption = TextsField(default=dict, blank=True, max_length=MOST_CAPTION)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "digest"], name="event_photo_once")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.pk}"
