"""Attachments of appeals: where their files are, and which texts and files have expired."""

from django.db.models import QuerySet

from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealText
from scoring.sheets.selectors.paper.photos import events_over
from tournament.events.models.events import Event

#: The folder of the files.
APPEAL_FILES = "appeal-files"


def attachment_file(row: AppealAttachment) -> str:
    """Return the stored file of an attachment that is not deleted."""
    return f"{APPEAL_FILES}/{row.name}"


def attachments_of(appeal: Appeal) -> QuerySet[AppealAttachment]:
    """Return the attachments that are not deleted, oldest first."""
    return AppealAttachment.objects.filter(appeal=appeal).exclude(name="")


def expired_appeals() -> tuple[QuerySet[AppealAttachment], QuerySet[AppealText]]:
    """Return attachments and texts of events whose private data has expired."""
    over = events_over(Event.objects.filter(appeals__isnull=False).distinct())
    kept = AppealAttachment.objects.exclude(name="").filter(appeal__event__in=over)
    return kept, AppealText.objects.filter(step__appeal__event__in=over)
