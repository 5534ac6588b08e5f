"""The Django application of the scoring package."""

from django.apps import AppConfig

from scoring.event_file.rules.shape import setting_limits
from scoring.settings.rules import declare_limits


class ScoringConfig(AppConfig):
    """Register the app, and connect rooms to the hooks that earlier rooms declare."""

    name = "scoring"

    def ready(self) -> None:
        """Fill the hooks of earlier rooms. Services can be imported only after the models are loaded."""
        from scoring.fouls.services.following import follow_seats
        from scoring.publishing.selectors.packages import FROM_HALL
        from scoring.publishing.services.packages import publish_now
        from scoring.releases.services.releasing import RELEASES_CHANGED
        from scoring.sheets.services.people.seat_changes import SEATS_CHANGED
        from scoring.site_upload.services import upload_now
        from tournament.events.selectors.events import FLAGS

        SEATS_CHANGED.append(follow_seats)
        RELEASES_CHANGED.extend((publish_now, upload_now))
        FLAGS.update(from_hall=FROM_HALL)
        declare_limits(setting_limits)
