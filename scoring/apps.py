"""The Django application of the scoring package."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Names the package to Django."""

    name = "scoring"
