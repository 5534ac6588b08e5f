"""The house's arrows: a package imports only from its left, a layer only from below, and rules know no Django."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGES = ["common", "tournament", "scoring", "ranking", "web"]
# Each layer with the layers of the same package it may import. common has its own, flat order.
LAYERS = {
    "rules": set(),
    "models": {"rules"},
    "selectors": {"models", "rules"},
    "services": {"selectors", "models", "rules"},
    "exports": {"selectors", "rules"},
}
PURE = {"numpy"}
#: Modules of common that know no Django either.
PURE_MODULES = ("common.numbers",)


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module named in an import, in functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield str(node.module)
            yield from (f"{node.module}.{name.name}" for name in node.names)


def for_types(tree: ast.AST) -> set[str]:
    """What is imported under ``if TYPE_CHECKING``: a name of a type, nothing that runs."""
    return {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for name in imported(node)
    }


def modules(package: str, *, types: bool = True) -> Iterator[tuple[Path, set[str]]]:
    """Each module with what it imports; without ``types`` only what runs."""
    for path in sorted((ROOT / package).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield path.relative_to(ROOT), set(imported(tree)) - (set() if types else for_types(tree))


def layer(path: Path) -> str | None:
    """The shelf of a room on which a module lies; None in the web areas, which have no shelves."""
    name = path.parts[2].removesuffix(".py") if len(path.parts) > 2 and path.parts[0] != "web" else ""
    return name if name in LAYERS else None


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_from_its_left(package: str) -> None:
    right = {*PACKAGES[PACKAGES.index(package) + 1 :], "tests", "benchmarks", "research"}
    wrong = [
        f"{path} imports {name}" for path, names in modules(package) for name in names if name.split(".")[0] in right
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ["tournament", "scoring", "ranking"])
def test_a_layer_imports_only_from_below(package: str) -> None:
    wrong = []
    for path, names in modules(package, types=False):
        here = layer(path)
        if here is None:
            continue
        for name in names:
            room, _, rest = name.partition(".")
            there = [*rest.split("."), ""][1]
            if room in PACKAGES and there in LAYERS and there != here and there not in LAYERS[here]:
                wrong.append(f"{path} imports {name}")
    assert wrong == []


def test_rules_are_pure() -> None:
    import sys

    wrong = []
    for package in PACKAGES:
        for path, names in modules(package):
            if layer(path) != "rules":
                continue
            for name in names:
                top, _, rest = name.partition(".")
                pure = top in sys.stdlib_module_names or top in PURE
                rules = top in PACKAGES and "rules" in rest.split(".") or name.startswith(PURE_MODULES)
                if not (pure or rules):
                    wrong.append(f"{path} imports {name}")
    assert wrong == []


def test_only_the_doors_of_a_place_import_it() -> None:
    wrong = [
        f"{path} imports {name}"
        for package in [*PACKAGES[:-1]]
        for path, names in modules(package)
        for name in names
        if name.startswith("web")
    ]
    assert wrong == []
