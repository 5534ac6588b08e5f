"""Django's migrate, which reports unwritten changes without the wording of fields."""

from django.core.management.commands import migrate

from common.wordless_migrations import WordlessAutodetector


class Command(migrate.Command):
    """Compare the models with the migrations without labels, help texts and choices."""

    autodetector = WordlessAutodetector
