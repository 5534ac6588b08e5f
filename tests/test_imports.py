"""Rules on imports that import-linter (see pyproject.toml) cannot express."""

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT

APPS = ["common", "tournament", "scoring", "ranking", "web"]
#: The one package outside the standard library that rules may use.
NUMPY = "numpy"
#: Modules of common without Django, which rules may use.
PURE_MODULES = ("common.numbers", "common.i18n.texts")


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Yield every imported module and name, those of imports inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("app", APPS[:-1])
def test_rules_import_only_rules_numpy_and_the_standard_library(app: str) -> None:
    wrong = []
    for path in sorted((ROOT / app).rglob("*.py")):
        shelf = path.relative_to(ROOT / app).parts[1:2]
        if shelf not in [("rules",), ("rules.py",)]:
            continue
        for name in imported_names(ast.parse(path.read_text(encoding="utf-8"))):
            top, *rest = name.split(".")
            pure = top in sys.stdlib_module_names or top == NUMPY or name.startswith(PURE_MODULES)
            if not pure and not (top in APPS and "rules" in rest):
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


@pytest.mark.parametrize("app", APPS)
def test_the_program_imports_neither_tests_nor_benchmarks_nor_research(app: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / app).rglob("*.py"))
        for name in imported_names(ast.parse(path.read_text(encoding="utf-8")))
        if name.split(".")[0] in ("tests", "benchmarks", "research")
    ]
    assert wrong == []
