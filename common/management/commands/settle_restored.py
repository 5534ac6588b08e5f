"""Make a restored database fit this program: the last step of each restore, in one process."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Migrate, verify the audit chains, and begin a new era of versions."""

    help = "Migrates a restored database, verifies its audit chains and renews its eras; done by each restore."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Exit 1 at a fault in an audit chain."""
        call_command("migrate", interactive=False, verbosity=0)
        # An archived year whose file is missing was reported by the restore, as every stored file.
        call_command("verify_audit", without_archives=True, stdout=self.stdout, stderr=self.stderr)
        call_command("renew_eras")
