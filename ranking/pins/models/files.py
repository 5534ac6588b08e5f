"""Private files of applications: papers that prove a result, and scans of an application that came on paper."""

from django.db import models

from ranking.pins.models.applications import PinApplication


class PrivateFile(models.Model):
    """An encrypted picture or PDF (ranking.pins.selectors.private_files); no public address leads to it."""

    class Kind(models.TextChoices):
        PICTURE = "jpeg", "JPEG"
        DOCUMENT = "pdf", "PDF"

    kind = models.CharField(max_length=4, choices=Kind.choices)
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    added_at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering = ["pk"]


class ApplicationScan(PrivateFile):
    """A scan of an application that came by letter, fax or mail (A9 7.1, 7.2), or of an answer to a question.

    It is deleted with the private data of the application.
    """

    application = models.ForeignKey(PinApplication, on_delete=models.CASCADE, related_name="scans")

    def __str__(self) -> str:
        return f"scan {self.pk} of pin application {self.application_id}"
