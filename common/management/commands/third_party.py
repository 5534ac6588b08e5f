"""Write the list of third-party work."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from common.third_party import third_party_text


class Command(BaseCommand):
    """Write THIRD-PARTY.md; the packages for tests must be installed."""

    help = "Write THIRD-PARTY.md: the licence of each bundled asset and of each pinned package."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write the file, or say whose licence is unknown."""
        try:
            text = third_party_text(settings.BASE_DIR)
        except LookupError as error:
            raise CommandError(str(error.args[0])) from None
        (settings.BASE_DIR / "THIRD-PARTY.md").write_text(text, encoding="utf-8")
