"""Move past years of audit chains into files, and bring them back."""

import hashlib
import secrets
from itertools import groupby
from tempfile import TemporaryFile

from django.core.files.base import File
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions import archived, audit
from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
from common.actions.models.archives import AuditArchive
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.stored_files import delete_after_commit, keep_file

#: Whole calendar years that always stay in the database.
FEWEST_YEARS = 1

declare_labels(
    __name__,
    AuditLabels(
        keys={"years": _("Years"), "entries": _("Entries"), "year": _("Year"), "digest": _("SHA-256 of the file")},
        subjects={"audit": _("Audit")},
    ),
)


@action("audit.archive", summary=_("Move past years of an audit into files"), roles=[], subject="none")
def archive_years(context: ActionContext, _subject: None, *, ledger: Ledger, keep_years: int) -> Done:
    """Move each calendar year before the last ``keep_years`` whole years into a signed file; the answer: ``entries``.

    The chain goes through the files: its end and the numbers of its entries stay. Refused below FEWEST_YEARS, and if
    the chain has a fault.
    """
    if keep_years < FEWEST_YEARS:
        raise Refused(_("The entries of this year and of the last whole year stay in the database."))
    ledger = Ledger.objects.select_for_update().get(pk=ledger.pk)
    for fault in audit.faults(ledger):
        raise Refused(fault)
    first_kept = timezone.localdate().year - keep_years
    rows = AuditEntry.objects.filter(ledger=ledger).select_related("ledger").order_by("seq")
    archives: list[AuditArchive] = []
    for year, entries in groupby(rows.iterator(), key=_year):
        if year >= first_kept:
            break
        archives.append(_archive(context, year, list(entries)))
    for archive in archives:
        archive.save()
        rows.filter(seq__gte=archive.first_seq, seq__lte=archive.last_seq).delete()
    after = {
        "years": [archive.year for archive in archives],
        "entries": sum(archive.last_seq - archive.first_seq + 1 for archive in archives),
        "digest": [archive.digest for archive in archives],
    }
    return Done({"entries": after["entries"]}, "audit", after=after, raises=(), ledger=ledger, changed=bool(archives))


@action("audit.bring_back", summary=_("Bring an archived year of an audit back"), roles=[], subject="none")
def bring_back(_context: ActionContext, _subject: None, *, archive: AuditArchive) -> Done:
    """Write the entries of the file into the database again and delete the file; Refused if it is damaged."""
    ledger = Ledger.objects.select_for_update().get(pk=archive.ledger_id)
    if not AuditArchive.objects.filter(pk=archive.pk).exists():
        raise Refused(_("These entries are in the database already."))
    if AuditArchive.objects.filter(ledger=ledger, first_seq__gt=archive.first_seq).exists():
        raise Refused(_("Bring the later years of this audit back first."))  # files hold the beginning of a chain
    chain = Ledger(pk=ledger.pk, name=ledger.chain_name, audit_seq=archive.first_seq - 1, audit_hash=archive.previous)
    try:
        audit.adopt(chain, archived.entries_of(archive))
    except audit.BrokenChain as broken:
        raise Refused(str(broken)) from None
    if (chain.audit_seq, chain.audit_hash) != (archive.last_seq, archive.hash):
        raise Refused(_("The file does not contain the entries that were archived."))
    AuditArchive.objects.filter(pk=archive.pk).delete()
    delete_after_commit(archived.file_name_of(archive))
    after = {"year": archive.year, "entries": archive.last_seq - archive.first_seq + 1}
    return Done({"entries": after["entries"]}, "audit", after=after, raises=(), ledger=ledger)


def _year(entry: AuditEntry) -> int:
    return timezone.localtime(entry.at).year


def _archive(_context: ActionContext, year: int, entries: list[AuditEntry]) -> AuditArchive:
    """Store the file of a year and return its row, unsaved; the file is read back from the storage first."""
    first, last = entries[0], entries[-1]
    header = {"chain": first.ledger.chain_name, "year": year, "first": first.seq, "last": last.seq}
    header["previous"] = first.previous
    with TemporaryFile() as file:
        archived.write(file, header, map(audit.stored_content, entries))
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        name = f"{year}-{secrets.token_urlsafe(12)}"
        keep_file(f"{archived.FOLDER}/{name}", File(file))
    archive = AuditArchive(
        ledger=first.ledger, year=year, first_seq=first.seq, last_seq=last.seq, previous=first.previous,
        hash=last.hash, name=name, digest=digest, archived_at=timezone.now(),
    )  # fmt: skip
    if sum(1 for _content in archived.entries_of(archive)) != len(entries):
        raise Refused(_("The file does not contain the entries that were archived."))
    return archive
