"""``manage.py rotate_certificate_key``: sign with a new key from now on."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from common.privacy.signing_keys import rotate


class Command(BaseCommand):
    help = (
        "Makes a new key that signs certificates from now on, and prints its id. The private keys before it are "
        "deleted; their public keys stay at /c/keys.json, so older certificates are checked as before."
    )
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(rotate(Path(settings.CERTIFICATE_KEYS)))
