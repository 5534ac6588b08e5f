"""The version is defined in one file, and generated files name it."""

import io
import tomllib

import openpyxl
from django.conf import settings
from pypdf import PdfReader

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.paper import Paper
from config.version import VERSION
from tests.support.paths import ROOT


def test_version_is_defined_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "config.version.VERSION"}
    assert settings.VERSION == VERSION
    assert f"## [{VERSION}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_another_version_reads_nothing_from_a_shared_cache_but_counts_attempts_on() -> None:
    """Cached are pages, and objects whose classes may have changed."""
    assert settings.CACHES["default"]["KEY_PREFIX"].endswith(VERSION)
    assert VERSION not in settings.CACHES["tries"]["KEY_PREFIX"]


def test_workbook_names_the_version() -> None:
    data = workbook([Sheet("Names", [Heading("Name")], [["王伟"]])], title="Cup")
    properties = openpyxl.load_workbook(io.BytesIO(data)).properties
    assert (properties.creator, properties.title) == (f"Pinju {VERSION}", "Cup")


def test_paper_names_the_version() -> None:
    paper = Paper("Cup", language="en")
    paper.text(paper.body, "Seats")
    paper.next_page()
    information = PdfReader(io.BytesIO(paper.finished())).metadata
    assert information is not None
    assert (information.creator, information.title) == (f"Pinju {VERSION}", "Cup")
