"""The Django application of the common package."""

from django.apps import AppConfig

from common.converters import register


class CommonConfig(AppConfig):
    name = "common"

    def ready(self) -> None:
        """Register the path converters before any URL configuration is read."""
        register()
