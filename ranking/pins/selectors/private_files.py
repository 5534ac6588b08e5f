"""Private files of applications, and missing results: who may see them, and which have expired."""

from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from common.privacy.fields import decrypted
from ranking.bodies.models import Body
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.models.files import ApplicationScan, PrivateFile
from scoring.sheets.selectors.paper.photos import unnamed_files


def file_folder() -> Path:
    """Return the folder of the encrypted files; no public address leads into it."""
    return Path(settings.MEDIA_ROOT) / "pin-files"


def file_path(row: PrivateFile) -> Path:
    return file_folder() / row.name


def file_data(row: PrivateFile) -> bytes:
    """Return the decrypted paper. Raises FileNotFoundError."""
    return decrypted(file_path(row).read_bytes())


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


def files_left_behind() -> list[Path]:
    """Return the files without a row in the database."""
    unnamed = unnamed_files(file_folder(), ClaimFile.objects.all())
    scans = set(ApplicationScan.objects.values_list("name", flat=True))
    return [path for path in unnamed if path.name not in scans]
