"""The Django application of the scoring package."""

from django.apps import AppConfig

from scoring.event_file.rules.shape import setting_limits
from scoring.settings.rules import declare_limits


class ScoringConfig(AppConfig):
    """Names the package to Django."""

    name = "scoring"

    def ready(self) -> None:
        """Hand the limits that the event file's schema states to the rooms that check settings."""
        declare_limits(setting_limits)
