"""The Django application of the tournament package."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the package to Django."""

    name = "tournament"
