"""Django's migrate, which refuses a newer program's data and reports unwritten changes without wording."""

import gc
from typing import Any

from django.core.management.commands import migrate

from common.backups.updates import refuse_newer_data
from common.wordless_migrations import WordlessAutodetector


class Command(migrate.Command):
    """Compare the models with the migrations without labels, help texts and choices."""

    autodetector = WordlessAutodetector

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_newer_data()
        before = gc.get_threshold()
        # Each step makes classes of many models: collecting garbage after every 700 objects took a quarter of the time.
        gc.set_threshold(max(before[0], 10_000), *before[1:])
        try:
            super().handle(*args, **options)
        finally:
            gc.set_threshold(*before)
