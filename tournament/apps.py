"""The Django application of the tournament package."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the package to Django."""

    name = "tournament"

    def ready(self) -> None:
        """Connect the rooms; their modules need models, which are not loaded before."""
        from tournament.wiring import connect

        connect()
