"""What was handed in with appeals: where the files lie, and what is kept no longer."""

from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet

from scoring.appeals.models import Appeal, AppealAttachment, AppealText
from scoring.sheets.selectors.paper.photos import events_over, unnamed_files
from tournament.events.models.events import Event


def attachment_folder() -> Path:
    """Where the files lie, under no public address."""
    return Path(settings.MEDIA_ROOT) / "appeal-files"


def attachment_path(row: AppealAttachment) -> Path:
    """The file of an attachment that is not deleted."""
    return attachment_folder() / row.name


def attachments_of(appeal: Appeal) -> QuerySet[AppealAttachment]:
    """The attachments that are still there, the first one first."""
    return AppealAttachment.objects.filter(appeal=appeal).exclude(name="")


def expired_appeals() -> tuple[QuerySet[AppealAttachment], QuerySet[AppealText]]:
    """Attachments and texts of events whose private data is kept no longer."""
    over = events_over(Event.objects.filter(appeals__isnull=False).distinct())
    kept = AppealAttachment.objects.exclude(name="").filter(appeal__event__in=over)
    return kept, AppealText.objects.filter(step__appeal__event__in=over)


def attachments_left_behind() -> list[Path]:
    """Files that no row names any more."""
    return unnamed_files(attachment_folder(), AppealAttachment.objects.all())
