"""Only actions write, and the table of rights matches the actions."""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from common.actions.engine import REGISTRY, ActionContext, load_services
from common.actions.permission_table import permission_table
from tests.support.paths import ROOT

APPS = ("tournament", "scoring", "ranking")
SERVICES = rf"(?:common|{'|'.join(APPS)})\.\w+\.services(?:\.|$)"
WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
#: Methods that dictionaries and files have too; they write rows only if called on a manager or query set.
WRITES_OF_QUERIES = {"update", "delete"}

load_services()


def services() -> list[ModuleType]:
    return [module for name, module in sorted(sys.modules.items()) if re.match(SERVICES, name)]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the names and objects that the module defines for others."""
    for name, thing in vars(module).items():
        if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__:
            yield name, thing


def is_write(call: ast.Call) -> bool:
    """Return whether the called method writes rows, by its name."""
    written = ast.unparse(call.func)
    verb = written.rpartition(".")[2]
    return verb in WRITES and "." in written or verb in WRITES_OF_QUERIES and ".objects" in written


def writes(function: Any) -> bool:
    """Return whether the function saves, creates, updates or deletes rows."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return any(is_write(node) for node in ast.walk(tree) if isinstance(node, ast.Call))


def is_action_or_helper(thing: Any) -> bool:
    """Return whether it is an action, a helper that takes its context or needs none, or a data class."""
    if isinstance(thing, type):
        return not any(inspect.isfunction(value) for name, value in vars(thing).items() if not name.startswith("_"))
    if getattr(thing, "spec", None) in REGISTRY.values() or not inspect.isfunction(thing):
        return True
    first = next(iter(inspect.signature(thing).parameters.values()), None)
    return (first is not None and first.annotation is ActionContext) or not writes(thing)


def test_every_service_that_writes_is_an_action_or_takes_its_context() -> None:
    wrong = [
        f"{module.__name__}.{name}"
        for module in services()
        for name, thing in public(module)
        if not is_action_or_helper(thing)
    ]
    assert wrong == []


def test_every_action_is_in_the_services_of_a_room() -> None:
    known = {module.__name__ for module in services()}
    assert {spec.service.__module__ for spec in REGISTRY.values()} <= known
    assert len(REGISTRY) >= 9


def calls(path: Path) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))


def product_files() -> Iterator[Path]:
    for package in ("common", *APPS, "web"):
        yield from (path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts)


def test_only_the_action_engine_creates_a_context() -> None:
    makers = {path for path in product_files() for call in calls(path) if ast.unparse(call.func) == "ActionContext"}
    assert makers == {ROOT / "common" / "actions" / "engine.py"}


def test_only_services_write() -> None:
    wrong = []
    for path in product_files():
        parts = path.relative_to(ROOT).parts
        if parts[0] == "common" or {"services", "services.py"} & {*parts}:
            continue
        for call in calls(path):
            if is_write(call):
                wrong.append(f"{'/'.join(parts)}:{call.lineno} {ast.unparse(call.func)}")
    assert wrong == []


def test_table_of_rights_matches_the_actions() -> None:
    kept = (settings.BASE_DIR / "docs" / "permissions.md").read_text(encoding="utf-8")
    assert kept == permission_table(), "run manage.py permission_table"


def test_check_finds_an_outdated_table_of_rights(settings, tmp_path, capsys) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    with pytest.raises(SystemExit) as ended:
        call_command("permission_table", "--check")
    assert ended.value.code == 1
    assert "stale" in capsys.readouterr().err
    settings.LANGUAGE_CODE = "ja"
    call_command("permission_table")
    call_command("permission_table", "--check")
    assert (tmp_path / "docs" / "permissions.md").read_text(encoding="utf-8") == permission_table()
