"""The operation by which a squashed migration makes the tables of a package."""

from typing import Any

from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation


class CreateModels(Operation):
    """Make many models' tables, each after those it points to.

    As single operations Django renders every model anew after each, as all hang together: on an empty database that
    took twice as long as all the rest of a first start.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: list[CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        # What is rendered would be kept current model by model; when next asked for it is made anew.
        if "apps" in state.__dict__:
            del state.apps
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.operations)} models"
