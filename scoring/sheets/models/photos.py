"""Photos of the signed paper: only what they are stands here, the pictures are files."""

from django.db import models

from scoring.sheets.models.sheets import Sheet


class SheetPhoto(models.Model):
    """A photo or scan of a sheet's paper. It holds signatures: officials only, in no file and on no other machine.

    ``name`` is that of the file among the photos (`scoring.sheets.selectors.paper.photos`), empty once it was removed;
    ``digest``
    the SHA-256 of what was sent, by which the same one is known again. ``size``: bytes of the file that is kept.
    """

    class Kind(models.TextChoices):
        PICTURE = "jpeg", "JPEG"
        DOCUMENT = "pdf", "PDF"

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="photos")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    name = models.CharField(max_length=40, blank=True)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    added_at = models.DateTimeField()
    added_by = models.CharField(max_length=200)
    removed_at = models.DateTimeField(null=True)
    removed_by = models.CharField(max_length=200, blank=True)
    removed_why = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.kind} {self.pk}"
