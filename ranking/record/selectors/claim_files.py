"""Results that applicants say the record lacks: where their papers lie, who may see them, what is kept no longer."""

from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from common.privacy.fields import decrypted
from ranking.bodies.models import Body
from ranking.pins.models import PinApplication
from ranking.record.models.claims import ClaimFile, MissingResult
from scoring.sheets.selectors.paper.photos import unnamed_files


def claim_folder() -> Path:
    """Where the encrypted files lie, under no public address."""
    return Path(settings.MEDIA_ROOT) / "pin-files"


def claim_path(row: ClaimFile) -> Path:
    """The encrypted file of a paper."""
    return claim_folder() / row.name


def claim_data(row: ClaimFile) -> bytes:
    """What was handed in. Raises FileNotFoundError."""
    return decrypted(claim_path(row).read_bytes())


def claims_of(application: PinApplication) -> QuerySet[MissingResult]:
    """What the applicant says the record lacks, with papers, the first first."""
    return application.missing_results.select_related("recorded").prefetch_related("files")


def claim_at(body: Body, pk: int) -> MissingResult | None:
    """A missing result of an application to this body; nobody else's body sees it."""
    rows = MissingResult.objects.filter(pk=pk, application__body=body)
    return rows.select_related("application__person__merged_into", "application__body__head", "recorded").first()


def waiting_claims(body: Body) -> QuerySet[MissingResult]:
    """The missing results at the body that nobody decided about."""
    return MissingResult.objects.filter(application__body=body, status=MissingResult.State.WAITING)


def file_of(application: PinApplication, pk: int) -> ClaimFile | None:
    """A paper of the application."""
    return ClaimFile.objects.filter(pk=pk, claim__application=application).first()


def expired_claims() -> QuerySet[MissingResult]:
    """Missing results whose words or papers are kept no longer."""
    over = MissingResult.objects.filter(delete_after__lt=timezone.localdate())
    return (over.exclude(event="") | over.filter(files__isnull=False)).distinct()


def claim_files_left_behind() -> list[Path]:
    """Files that no row names any more."""
    return unnamed_files(claim_folder(), ClaimFile.objects.all())
