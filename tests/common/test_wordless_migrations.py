"""Wording stays out of migrations: a change of wording needs no migration, and no migration contains wording."""

import io
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

from common.wordless_migrations import WordlessAutodetector
from tournament.events.models.events import Event

OWN = ("common", "tournament", "scoring", "ranking")


def changes(*fields: tuple[str, models.Field], **options: object) -> list[str]:
    """Return the operations from a model with one plain field to one with these fields and options."""
    was, now = ProjectState(), ProjectState()
    was.add_model(ModelState("shop", "Tea", [("name", models.CharField(max_length=9))], {}))
    now.add_model(ModelState("shop", "Tea", list(fields), options))
    operations = WordlessAutodetector(was, now)._detect_changes()
    return [operation.describe() for migration in operations.get("shop", []) for operation in migration.operations]


def test_a_change_of_wording_needs_no_migration() -> None:
    worded = models.CharField("label", max_length=9, choices=[("a", "A")], help_text="Help.")
    assert changes(("name", worded), verbose_name="tea") == []


def test_every_other_change_needs_one() -> None:
    assert changes(("name", models.CharField("label", max_length=10))) == ["Alter field name on tea"]
    assert changes(("name", models.CharField(max_length=9)), ordering=["name"]) == ["Change Meta options on tea"]


def test_a_written_migration_has_no_wording(capsys: pytest.CaptureFixture[str]) -> None:
    was, now = ProjectState(), ProjectState()
    field = models.CharField("label", max_length=9, choices=[("a", "A")], help_text="Help.")
    now.add_model(ModelState("shop", "Tea", [("name", field)], {"verbose_name": "tea"}))
    (migration,) = WordlessAutodetector(was, now)._detect_changes()["shop"]
    (create,) = migration.operations
    assert create.options == {}
    assert [written.deconstruct()[3] for _name, written in create.fields] == [{"max_length": 9}]
    assert field.choices == [("a", "A")]


@pytest.mark.django_db
def test_models_match_the_migrations_and_keep_their_wording() -> None:
    out = io.StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=out)
    assert out.getvalue() == "No changes detected\n"
    assert Event._meta.get_field("rules").choices


@pytest.mark.parametrize("app", OWN)
def test_no_migration_contains_wording(app: str) -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    for model in loader.project_state().models.values():
        if model.app_label == app:
            worded = [
                name
                for name, field in model.fields.items()
                if field.deconstruct()[3].keys() & {"verbose_name", "help_text", "choices"}
            ]
            assert worded == [], model.name
    folder = Path(apps.get_app_config(app).path) / "migrations"
    for file in folder.glob("0*.py"):
        text = file.read_text(encoding="utf-8")
        assert not [word for word in ("verbose_name", "help_text=", "choices=") if word in text], file
