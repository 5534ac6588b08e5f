"""The Django application of the scoring package."""

from django.apps import AppConfig

from scoring.event_file.rules.shape import setting_limits
from scoring.settings.rules import declare_limits


class ScoringConfig(AppConfig):
    """Names the package to Django, and registers what rooms do at the points of rooms before them."""

    name = "scoring"

    def ready(self) -> None:
        """Fill the points that earlier rooms declare; services can be imported only once the models are loaded."""
        from scoring.fouls.services.following import follow_seats
        from scoring.sheets.services.people.seat_changes import SEATS_RECEIVERS

        SEATS_RECEIVERS.append(follow_seats)
        declare_limits(setting_limits)
