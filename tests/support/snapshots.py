"""Everything the database holds, to show that something changed nothing."""

from typing import Any

from django.apps import apps


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every model, by model."""
    return {model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in apps.get_models()}
