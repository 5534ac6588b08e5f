"""The Django application of the common package."""

from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Names the package to Django."""

    name = "common"
