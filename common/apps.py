"""The Django application of the common package."""

import functools

from django.apps import AppConfig, apps

from common.converters import register


class CommonConfig(AppConfig):
    name = "common"

    def ready(self) -> None:
        """Register the path converters before any URL configuration is read, and speed up migrations."""
        register()
        _remember_swappable_settings()


def _remember_swappable_settings() -> None:
    """Keep what Django finds about swappable models while it migrates.

    Django forgets it whenever a migration registers one of its models, and searches all models for each relation again:
    a sixth of the time of an update. No model of the program's own registry comes later.
    """
    vars(apps)["get_swappable_settings_name"] = functools.cache(apps.get_swappable_settings_name)
