"""Move past years of the audit chains into files, or bring them back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.actions.errors import Refused
from common.actions.models.archives import AuditArchive
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from common.archives.services import archive_years, bring_back

ACTOR = system_actor("archive_audit")


class Command(BaseCommand):
    """Archive every chain, or the named ones; one line for each chain that had entries of these years."""

    help = (
        "Moves the audit entries of past calendar years into signed, compressed files (one for each chain and year) in "
        "the storage. The chains continue through the files, and verify_audit reads them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ledgers", nargs="*", metavar="HEAD", help="such as event:open-2018; all without any")
        parser.add_argument("--keep", type=int, default=2, metavar="YEARS", help="whole past years that stay (2)")
        parser.add_argument("--back", type=int, metavar="YEAR", help="bring this year and later ones back instead")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each chain with the number of entries that were moved."""
        ledgers = Ledger.objects.filter(held_since=None).order_by("name")
        archives = (
            AuditArchive.objects.filter(year__gte=options["back"] or 0)
            .select_related("ledger")
            .order_by("ledger__name", "-first_seq")
        )
        if options["ledgers"]:
            unknown = set(options["ledgers"]) - set(Ledger.objects.values_list("name", flat=True))
            if unknown:
                raise CommandError(f"There is no chain called {', '.join(sorted(unknown))}.")
            ledgers = ledgers.filter(name__in=options["ledgers"])
            archives = archives.filter(ledger__name__in=options["ledgers"])
        try:
            if options["back"]:
                for archive in archives:
                    self._report(archive.ledger, bring_back(ACTOR, archive=archive), "brought back")
                return
            for ledger in ledgers:
                self._report(ledger, archive_years(ACTOR, ledger=ledger, keep_years=options["keep"]), "archived")
        except Refused as refused:
            raise CommandError(str(refused)) from None

    def _report(self, ledger: Ledger, answer: dict[str, Any], verb: str) -> None:
        if answer["entries"]:
            self.stdout.write(f"{ledger.name}: {answer['entries']} entries {verb}")
