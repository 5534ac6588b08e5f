"""The Django application of the places package."""

from django.apps import AppConfig


class PlacesConfig(AppConfig):
    """Names the package to Django."""

    name = "places"
