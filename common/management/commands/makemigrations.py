"""Django's makemigrations, without the wording of fields."""

from django.core.management.commands import makemigrations

from common.wordless_migrations import WordlessAutodetector


class Command(makemigrations.Command):
    """Compare the models with the migrations without labels, help texts and choices."""

    autodetector = WordlessAutodetector
