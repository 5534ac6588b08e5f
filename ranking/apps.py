"""The Django application of the ranking package."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    """Names the package to Django."""

    name = "ranking"
