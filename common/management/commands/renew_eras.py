"""Give every ledger a new era after a restore."""

from typing import Any

from django.core.management.base import BaseCommand

from common.actions.models.ledgers import Ledger, new_era


class Command(BaseCommand):
    """Set a new era: versions counted after a restore repeat numbers that browsers already hold with other content."""

    help = "Mark the versions of all events as different from the same numbers used before; done by each restore."

    def handle(self, *_args: Any, **_options: Any) -> None:
        Ledger.objects.update(era=new_era())
