"""Compile the translations."""

from typing import Any

from django.core.management.base import BaseCommand

from common.i18n.catalogs import catalog_file, compiled, locales


class Command(BaseCommand):
    """Write a django.mo next to every django.po; needs no gettext."""

    help = "Compiles locale/*/LC_MESSAGES/django.po to django.mo, without gettext. Both are committed."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        for locale in locales():
            catalog_file(locale).with_suffix(".mo").write_bytes(compiled(locale))
            self.stdout.write(f"Compiled {locale}.")
