"""Django's migrate, which refuses a newer program's data and reports unwritten changes without wording."""

from typing import Any

from django.core.management.commands import migrate

from common.backups.updates import refuse_newer_data
from common.wordless_migrations import WordlessAutodetector


class Command(migrate.Command):
    """Compare the models with the migrations without labels, help texts and choices."""

    autodetector = WordlessAutodetector

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_newer_data()
        super().handle(*args, **options)
