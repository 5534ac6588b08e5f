"""Collect the messages to translate."""

from pathlib import Path
from typing import Any

import polib
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

from common.i18n.catalogs import catalog_file, locales, merge


class Command(makemessages.Command):
    """Update every django.po to the messages of the sources."""

    help = "Collects the messages of the sources into locale/*/LC_MESSAGES/django.po; needs gettext (xgettext)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Set the defaults of Django's own command for this project."""
        super().add_arguments(parser)
        parser.set_defaults(
            locale=locales(),
            no_location=True,
            ignore_patterns=["build", "tests", "benchmarks", "var", "docs", "static"],
        )

    def build_potfiles(self) -> list[str]:
        """Return the template once, although the settings and the folder both lead to it."""
        return list(dict.fromkeys(super().build_potfiles()))

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Merge, and print the untranslated messages."""
        merge(locale, Path(potfile))
        waiting = polib.pofile(str(catalog_file(locale))).untranslated_entries()
        self.stdout.write(f"{locale}: {len(waiting)} without a translation")
        for entry in waiting:
            self.stdout.write(f"  {entry.msgid}")

    def handle(self, *args: Any, **options: Any) -> None:
        """Suppress Django's progress lines."""
        super().handle(*args, **{**options, "verbosity": 0})
