"""The Django application of the tournament package."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        """Connect the rooms; their modules need models, which are loaded only now."""
        from tournament.wiring import connect

        connect()
