"""Attachments of appeals: where their files are, and which texts and files have expired."""

from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet

from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealText
from scoring.sheets.selectors.paper.photos import events_over, unnamed_files
from tournament.events.models.events import Event


def attachment_folder() -> Path:
    """Return the folder of the files, which has no public address."""
    return Path(settings.MEDIA_ROOT) / "appeal-files"


def attachment_path(row: AppealAttachment) -> Path:
    """Return the path of an attachment that is not deleted."""
    return attachment_folder() / row.name


def attachments_of(appeal: Appeal) -> QuerySet[AppealAttachment]:
    """Return the attachments that are not deleted, oldest first."""
    return AppealAttachment.objects.filter(appeal=appeal).exclude(name="")


def expired_appeals() -> tuple[QuerySet[AppealAttachment], QuerySet[AppealText]]:
    """Return attachments and texts of events whose private data has expired."""
    over = events_over(Event.objects.filter(appeals__isnull=False).distinct())
    kept = AppealAttachment.objects.exclude(name="").filter(appeal__event__in=over)
    return kept, AppealText.objects.filter(step__appeal__event__in=over)


def attachments_left_behind() -> list[Path]:
    """Return the files that no row refers to."""
    return unnamed_files(attachment_folder(), AppealAttachment.objects.all())
