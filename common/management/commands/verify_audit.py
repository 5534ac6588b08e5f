"""Verify the audit chains and report their faults."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from common.actions import audit
from common.actions.models.ledgers import Ledger


class Command(BaseCommand):
    """Verify every chain, or the named ones; exit 1 at any fault."""

    help = "Verify the audit chains: every entry's hash, its number and the entry before it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ledgers", nargs="*", metavar="HEAD", help="such as event:open-2018; all without any")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line per chain, with its length and last hash."""
        ledgers = Ledger.objects.order_by("name")
        if options["ledgers"]:
            ledgers = ledgers.filter(name__in=options["ledgers"])
            for missing in set(options["ledgers"]) - {ledger.name for ledger in ledgers}:
                self.stderr.write(f"There is no chain called {missing}.")
                raise SystemExit(1)
        any_fault = False
        for ledger in ledgers:
            faults = list(audit.faults(ledger))
            for fault in faults:
                any_fault = True
                self.stderr.write(fault)
            if not faults:
                self.stdout.write(f"{ledger.name}: {ledger.audit_seq} entries, whole, last {ledger.audit_hash}")
        if any_fault:
            raise SystemExit(1)
