"""Verify the audit chains and report their faults."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from common.actions import audit
from common.actions.models.heads import Head


class Command(BaseCommand):
    """Verify every chain, or the named ones; exit 1 at any fault."""

    help = "Verify the audit chains: every entry's hash, its number and the entry before it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("heads", nargs="*", metavar="HEAD", help="such as event:open-2018; all without any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line per chain, with its length and last hash."""
        heads = Head.objects.order_by("name")
        if options["heads"]:
            heads = heads.filter(name__in=options["heads"])
            for missing in set(options["heads"]) - {head.name for head in heads}:
                self.stderr.write(f"There is no chain called {missing}.")
                raise SystemExit(1)
        any_fault = False
        for head in heads:
            faults = list(audit.faults(head))
            for fault in faults:
                any_fault = True
                self.stderr.write(fault)
            if not faults:
                self.stdout.write(f"{head.name}: {head.audit_seq} entries, whole, last {head.audit_hash}")
        if any_fault:
            raise SystemExit(1)
