"""``manage.py check_certificate``: check a certificate's signature, without network and database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from common.management.input import read_bytes, read_json
from common.privacy.signing_keys import is_genuine, public_keys
from ranking.pins.rules.signing import NotSigned, read

MOST_BYTES = 100_000


class Command(BaseCommand):
    help = (
        "Says whether a certificate is genuine: FILE_OR_TEXT is what its QR code holds (address#text.signature), a "
        "file with it, or - for standard input. Without network and database; what was revoked since is not known "
        "here, the certificate's address says it. Prints the signed facts as JSON; exits 1 if it is not genuine."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file_or_text", metavar="FILE_OR_TEXT")
        parser.add_argument(
            "--keys",
            metavar="FILE",
            help="public keys as /c/keys.json gives them (default: those of this installation)",
        )

    def handle(self, *_args: Any, file_or_text: str, keys: str | None, **_options: Any) -> None:
        """Print the signed facts; the verdict goes to standard error."""
        try:
            fields, text, signature = read(_input_text(file_or_text))
        except NotSigned as error:
            raise CommandError(f"not checked: {error}", returncode=1) from None
        public = _keys(keys)
        if fields["key"] not in public:
            raise CommandError(f"not checked: the key {fields['key']!r} is not among the public keys", returncode=1)
        if not is_genuine(public[fields["key"]], text, signature):
            raise CommandError("NOT GENUINE: the signature does not belong to this text", returncode=1)
        self.stdout.write(json.dumps(fields, ensure_ascii=False, sort_keys=True))
        self.stderr.write(f"genuine on its date {fields['date']}; revocation not checked")


def _input_text(file_or_text: str) -> str:
    if "#" in file_or_text:
        return file_or_text
    try:
        return read_bytes(file_or_text)[:MOST_BYTES].decode()
    except UnicodeDecodeError:
        raise CommandError(f"{file_or_text} is not UTF-8.") from None


def _keys(file: str | None) -> dict[str, str]:
    if file is None:
        return public_keys(Path(settings.CERTIFICATE_KEYS))
    try:
        keys = read_json(file)["keys"]
        return {str(name): str(key) for name, key in keys.items()}
    except (KeyError, TypeError, AttributeError):
        raise CommandError(f"{file} is not a file of public keys.") from None
