"""Migrations without wording: labels, help texts and choices are texts of the program, not of the database.

Django writes a migration for each change of wording. The commands ``makemigrations`` and ``migrate`` of this package
compare and write the fields without it.
"""

from typing import Any

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.questioner import MigrationQuestioner
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import Field

FIELD_WORDING = {"verbose_name", "help_text", "choices"}
MODEL_WORDING = {"verbose_name", "verbose_name_plural"}


class WordlessAutodetector(MigrationAutodetector):
    """Django's detector of changes, on two states from which the wording is removed first."""

    def __init__(
        self, from_state: ProjectState, to_state: ProjectState, questioner: MigrationQuestioner | None = None
    ) -> None:
        for state in (from_state, to_state):
            for model in state.models.values():
                _remove_wording(model)
        super().__init__(from_state, to_state, questioner)


def _remove_wording(model: ModelState) -> None:
    model.fields = {name: _wordless(field) for name, field in model.fields.items()}
    model.options = {name: value for name, value in model.options.items() if name not in MODEL_WORDING}


def _wordless(field: "Field[Any, Any]") -> "Field[Any, Any]":
    """Return a copy of ``field`` without its wording; the states share fields with the loaded migrations."""
    _name, _path, args, arguments = field.deconstruct()
    return type(field)(*args, **{name: value for name, value in arguments.items() if name not in FIELD_WORDING})
