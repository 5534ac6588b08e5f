"""Audit chains with entries of past years."""

from datetime import UTC, datetime
from itertools import count

from common.actions import audit
from common.actions.models.archives import AuditArchive
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from common.archives.services import archive_years

YEARS = (2019, 2019, 2020, 2025)
_numbers = count(1)


def old_chain(name: str = "") -> Ledger:
    """Return a chain with one entry for each of YEARS."""
    ledger = Ledger.objects.create(name=name or f"event:old-{next(_numbers)}")
    for day, year in enumerate(YEARS, 1):
        add_entry(ledger, datetime(year, 6, day, 12, tzinfo=UTC))
    return ledger


def add_entry(ledger: Ledger, at: datetime) -> None:
    """Append an entry that was made at this moment."""
    words = {"actor_ref": "system", "actor_name": "大会 Zoë", "about": "account:1", "after": {"role": "referee"}}
    audit.append(ledger, AuditEntry(at=at, action="role.grant", before=None, reason="病了", **words))
    ledger.save()


def archived_chain(name: str = "") -> tuple[Ledger, list[AuditArchive]]:
    """Return a chain whose entries before 2025 are archived, and its archives."""
    ledger = old_chain(name)
    archive_years(system_actor("test"), ledger=ledger, keep_years=1)
    ledger.refresh_from_db()
    return ledger, list(ledger.audit_archives.all())
