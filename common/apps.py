"""The Django application of the common package."""

from django.apps import AppConfig

from common.converters import register


class CommonConfig(AppConfig):
    """Names the package to Django."""

    name = "common"

    def ready(self) -> None:
        """Make the parameters of addresses known before any URL configuration is read."""
        register()
