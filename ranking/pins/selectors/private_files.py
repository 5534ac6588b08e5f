"""Private files of applications, and missing results: who may see them, and which have expired."""

from django.db.models import QuerySet
from django.utils import timezone

from common.privacy.fields import decrypted
from common.stored_files import file_content
from ranking.bodies.models import Body
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.models.files import ApplicationScan, PrivateFile

#: The folder of the encrypted files.
PIN_FILES = "pin-files"


def stored_paper(row: PrivateFile) -> str:
    """Return the stored file of a paper, which is encrypted."""
    return f"{PIN_FILES}/{row.name}"


def file_data(row: PrivateFile) -> bytes:
    """Return the decrypted paper. Raises FileNotFoundError."""
    return decrypted(file_content(stored_paper(row)))


def claims_of(application: PinApplication) -> QuerySet[MissingResult]:
    """Return the missing results of the application with their papers, oldest first."""
    return application.missing_results.select_related("recorded").prefetch_related("files")


def claim_at(body: Body, pk: int) -> MissingResult | None:
    """Return the missing result with this id, if the application is to this body."""
    rows = MissingResult.objects.filter(pk=pk, application__body=body)
    return rows.select_related("application__person__merged_into", "application__body__ledger", "recorded").first()


def file_of(application: PinApplication, pk: int) -> ClaimFile | None:
    """Return the paper with this id, if it belongs to the application."""
    return ClaimFile.objects.filter(pk=pk, claim__application=application).first()


def scan_of(application: PinApplication, pk: int) -> ApplicationScan | None:
    """Return the scan with this id, if it belongs to the application."""
    return application.scans.filter(pk=pk).first()


def expired_claims() -> QuerySet[MissingResult]:
    """Return the missing results whose texts or papers have to be deleted."""
    expired = MissingResult.objects.filter(delete_after__lt=timezone.localdate())
    return (expired.exclude(event="") | expired.filter(files__isnull=False)).distinct()
