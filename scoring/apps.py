"""The Django application of the scoring package."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Names the package to Django, and registers what rooms do at the points of rooms before them."""

    name = "scoring"

    def ready(self) -> None:
        """Register the receivers; services can be imported only once the models are loaded."""
        from scoring.fouls.services.following import follow_seats
        from scoring.sheets.services.people.seat_changes import SEATS_RECEIVERS

        SEATS_RECEIVERS.append(follow_seats)
