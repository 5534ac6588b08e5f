"""Verify the audit chains and report their faults."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from common.actions import archived, audit
from common.actions.models.ledgers import Ledger
from common.management.input import opened


class Command(BaseCommand):
    """Verify every chain, or the named ones; exit 1 at any fault."""

    help = "Verify the audit chains: every entry's hash, its number and the entry before it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ledgers", nargs="*", metavar="HEAD", help="such as event:open-2018; all without any")
        parser.add_argument("--without-archives", action="store_true", help="do not read the files of archived years")
        parser.add_argument("--file", help="verify only this file of an archived year, anywhere")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line per chain, with its length and last hash."""
        if options["file"]:
            self._verify_file(options["file"])
            return
        ledgers = Ledger.objects.order_by("name")
        if options["ledgers"]:
            ledgers = ledgers.filter(name__in=options["ledgers"])
            for missing in set(options["ledgers"]) - {ledger.name for ledger in ledgers}:
                self.stderr.write(f"There is no chain called {missing}.")
                raise SystemExit(1)
        any_fault = False
        for ledger in ledgers:
            faults = list(audit.faults(ledger, read_archives=not options["without_archives"]))
            for fault in faults:
                any_fault = True
                self.stderr.write(fault)
            if not faults:
                self.stdout.write(f"{ledger.name}: {ledger.audit_seq} entries, whole, last {ledger.audit_hash}")
        if any_fault:
            raise SystemExit(1)

    def _verify_file(self, name: str) -> None:
        """Print what the file of an archived year holds and who signed it; exit 1 if it was changed."""
        try:
            with opened(name) as file:
                [header, *entries, signature] = archived.read(file)
        except (archived.Damaged, ValueError):
            self.stderr.write(f"{name} is damaged, was changed, or is not an archive.")
            raise SystemExit(1) from None
        fault = audit.fault_of(entries, header["chain"], header["first"] - 1, header["previous"])
        if fault:
            self.stderr.write(fault)
            raise SystemExit(1)
        self.stdout.write(
            f"{header['chain']}: entries {header['first']} to {header['last']} of {header['year']}, whole, "
            f"signed by {signature['key']} ({signature['public_key']})"
        )
