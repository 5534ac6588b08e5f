"""The Django application of the web package."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Names the package to Django."""

    name = "web"
