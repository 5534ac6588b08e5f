"""Papers of results for sixteen sessions with long names: no text is cut, overlaps or leaves its cell."""

import io
import re
import zipfile
from typing import Any

import pytest
from django.utils import translation

from common.paper import printable
from scoring.display.selectors.winners import Winners
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import LIVE, PAPERS, Choice
from scoring.papers.exports.results.lists import cross_list, group_list, standings_list, team_list
from scoring.papers.exports.results.parts import ResultList
from scoring.papers.selectors.results_report import ResultsReport
from scoring.standings.selectors.labels import note_of
from tests.support.long_names import EVENT, OFFICIALS, long_event
from tests.support.pdf_reading import assert_clear, texts_of
from tests.support.workbook_reading import assert_readable
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
LANGUAGES = ("zh-hans", "en", "ja")
LISTS = {"standings": standings_list, "cross-table": cross_list, "team-list": team_list, "group-list": group_list}
WORKBOOKS = [kind.name for kind in PAPERS.values() if kind.results and "xlsx" in kind.endings]


def made(event: Event, paper: str, language: str, **choice: Any) -> bytes:
    choice = {"view": LIVE, **choice}
    return make_paper(event, Choice(paper, language, **choice), total=lambda _: None, step=lambda: None).data


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", printable(text))


def squeezed_text(data: bytes) -> str:
    """Return the text of a PDF without spaces; check glyphs, overlaps and cells."""
    assert_clear(data)
    text = "".join(map(squeezed, texts_of(data)))
    assert "〓" not in text
    return text


def names_in(result_list: ResultList) -> set[str]:
    return {value for row in result_list.rows for value in row.cells if isinstance(value, str)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_papers_with_long_names_are_complete_on_every_paper_size(language: str) -> None:
    event = long_event()
    report = ResultsReport(event, live=True)
    with translation.override(language):
        lists = {name: list_of(report) for name, list_of in LISTS.items()}
        people = [
            f"{line.entry.name} ({note})" if (note := note_of(line.entry, line.standing.status)) else line.entry.name
            for group in report.groups
            for line in group.lines
        ]
    teams = list(report.standings.team_names.values())
    for size in ("A4", "A3"):
        for name, result_list in lists.items():
            text = squeezed_text(made(event, name, language, size=size))
            assert [name for name in names_in(result_list) if squeezed(name) not in text] == []
            assert "…" not in text
            assert squeezed(EVENT) in text
        # A text too long for its cell in the table of App. 7 is printed in full below the table.
        text = squeezed_text(made(event, "results", language, size=size))
        assert [name for name in [*people, *teams, *OFFICIALS] if squeezed(name) not in text] == []
    won = Winners(event).awards_with_winners()
    for paper in ("awards", "diplomas"):
        text = squeezed_text(made(event, paper, language))
        assert "…" not in text
        for award in won:
            for winner in award.winners:
                assert squeezed(winner.name) in text
                assert squeezed(winner.note) in text
                assert [member.name for member in winner.members if squeezed(member.name) not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_workbooks_of_results_can_be_read_and_printed(language: str) -> None:
    event = long_event(16)
    for paper in [paper for paper in WORKBOOKS if not PAPERS[paper].lacks(event)]:
        assert_readable(made(event, paper, language, ending="xlsx"))
    with zipfile.ZipFile(io.BytesIO(made(event, "dossier", language, ending="zip"))) as archive:
        for name in archive.namelist():
            if name.endswith(".xlsx"):
                assert_readable(archive.read(name))
            elif name.endswith(".pdf") and "App5" not in name:  # the sheets have separate tests
                assert_clear(archive.read(name))
