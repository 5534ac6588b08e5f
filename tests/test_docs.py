"""The documents name files that exist."""

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^(```+).*?^\1", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
#: A path: words with slashes, or the bare name of a source file.
PATH = re.compile(r"\.?[\w.@-]+(?:/[\w.@-]+)*/?")
SOURCES = (".py", ".md", ".html", ".js", ".css", ".toml", ".yaml", ".sql")
#: Folders that the installation and the program make.
MADE = (".venv", "var")


def paths(text: str) -> list[str]:
    """Return the paths in the inline code of a document; fenced code may show files that do not exist yet."""
    paths_in_text = []
    for code in INLINE.findall(FENCED.sub("", text)):
        for word in code.split():
            top = word.split("/")[0]
            in_repository = "/" in word and (ROOT / top).is_dir() and not top.startswith(MADE)
            if PATH.fullmatch(word) and (in_repository or ("/" not in word and word.endswith(SOURCES))):
                paths_in_text.append(word)
    return paths_in_text


def exists(path: str, names: set[str]) -> bool:
    return (ROOT / path).exists() if "/" in path else path in names


@pytest.fixture(scope="module")
def names() -> set[str]:
    tops = [top for top in ROOT.iterdir() if top.is_dir() and top.name not in (".venv", ".git", "var")]
    return {file.name for file in ROOT.iterdir()} | {file.name for top in tops for file in top.rglob("*")}


def test_paths_are_found_in_inline_code_only() -> None:
    text = "`web/urls.py` and `python manage.py x` at `/e/EVENT/`\n```\n`docs/new.md`\n```\n`/healthz` `24/7`"
    assert paths(text) == ["web/urls.py", "manage.py"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_names_exists(document: Path, names: set[str]) -> None:
    named = paths(document.read_text(encoding="utf-8"))
    assert [path for path in named if not exists(path, names)] == []
