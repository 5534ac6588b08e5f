"""``manage.py check_certificate``: check a certificate's signature, without network and database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

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
            type=Path,
            help="public keys as /c/keys.json gives them (default: those of this installation)",
        )

    def handle(self, *_args: Any, file_or_text: str, keys: Path | None, **_options: Any) -> None:
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
    if file_or_text == "-":
        return sys.stdin.read(MOST_BYTES)
    if "#" in file_or_text:
        return file_or_text
    try:
        return Path(file_or_text).read_text(encoding="utf-8")[:MOST_BYTES]
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file_or_text}: cannot be read ({type(error).__name__})", returncode=1) from None


def _keys(file: Path | None) -> dict[str, str]:
    if file is None:
        return public_keys(Path(settings.CERTIFICATE_KEYS))
    try:
        keys = json.loads(file.read_text(encoding="utf-8"))["keys"]
        return {str(name): str(key) for name, key in keys.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CommandError(f"{file}: no file of public keys ({type(error).__name__})", returncode=1) from None
