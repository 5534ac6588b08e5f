"""The version has one place, and the files that the program makes say it."""

import io
import tomllib

import openpyxl
from django.conf import settings
from pypdf import PdfReader

from common.files.workbooks.writing import Heading, Sheet, workbook
from common.paper import Paper
from config.version import VERSION
from tests.support.paths import ROOT


def test_the_version_is_read_from_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "config.version.VERSION"}
    assert settings.VERSION == VERSION
    assert f"## [{VERSION}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_workbook_says_which_version_made_it() -> None:
    data = workbook([Sheet("Names", [Heading("Name")], [["王伟"]])], title="Cup")
    properties = openpyxl.load_workbook(io.BytesIO(data)).properties
    assert (properties.creator, properties.title) == (f"Pinju {VERSION}", "Cup")


def test_a_paper_says_which_version_made_it() -> None:
    paper = Paper("Cup", language="en")
    paper.text(paper.body, "Seats")
    paper.next_page()
    information = PdfReader(io.BytesIO(paper.finished())).metadata
    assert information is not None
    assert (information.creator, information.title) == (f"Pinju {VERSION}", "Cup")
