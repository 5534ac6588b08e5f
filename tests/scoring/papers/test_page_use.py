"""Papers read back: player numbers instead of places in a list, whole words, and lists that use their page."""

import io
from datetime import UTC, datetime

import pypdf
import pytest

from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import LIVE, Choice
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.support.long_names import OFFICIALS, long_event
from tests.support.pdf_reading import read, runs_of, texts_of
from tournament.events.models.events import Event
from tournament.papers.services import set_address

pytestmark = pytest.mark.django_db
NAME, LATIN = "Wolfeschlegelsteinhausen Bergerdorff", "Maximilian Featherstonehaugh"
TEAM = "Internationale Vereinigung der Wettkampfspielerinnen"


@pytest.fixture
def event() -> Event:
    """Return a drawn event whose player at place 8 of the list has the number 108, and a long name."""
    event = planned(players=8, sessions=2)
    event.entries.filter(number=8).update(number=108, name=NAME, latin_name=LATIN)
    event.teams.update(name=TEAM)
    drawn(event)
    set_address(ACTOR, event, address="http://192.168.1.20:8000")
    return event


def made(event: Event, paper: str, language: str = "en", **choice: object) -> bytes:
    return make_paper(event, Choice(paper, language, **choice), total=lambda _: None, step=lambda: None).data


@pytest.mark.parametrize("paper", ["chart", "score-sheets"])
def test_chart_and_sheets_show_player_numbers(event: Event, paper: str) -> None:
    words = " ".join(texts_of(made(event, paper))).split()
    assert words.count("108") == 2  # one seat in each session


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_player_cards_do_not_break_inside_a_word(event: Event, language: str) -> None:
    pages = pypdf.PdfReader(io.BytesIO(made(event, "player-cards", language))).pages
    lines = [run.text for page in pages for run in runs_of(page)]
    for word in f"{NAME} {LATIN} {TEAM}".split():
        assert any(word in line for line in lines), word


def test_player_cards_have_a_heading_for_starts_only_if_one_is_planned(event: Event) -> None:
    assert "Start" not in " ".join(texts_of(made(event, "player-cards")))
    event.sessions.filter(number=1).update(starts=datetime(2026, 12, 5, 9, 30, tzinfo=UTC))
    assert "Start" in " ".join(texts_of(made(event, "player-cards")))


def test_the_cross_table_uses_the_width_of_its_page() -> None:
    event = taken_in(cup(), release=2)
    [page, *_more] = pypdf.PdfReader(io.BytesIO(made(event, "cross-table", view=LIVE))).pages
    runs, width = runs_of(page), float(page.mediabox.right)
    assert min(run.start for run in runs) < 0.06 * width
    assert max(run.end for run in runs) > 0.94 * width
    assert min(run.size for run in runs if run.text.strip()) >= 6


def test_names_are_not_shrunk_beside_empty_columns(event: Event) -> None:
    [page, *_more] = pypdf.PdfReader(io.BytesIO(made(event, "by-name"))).pages
    sizes = {run.size for run in runs_of(page) if "选手" in run.text}
    event.teams.update(name="队")
    [narrow, *_more] = pypdf.PdfReader(io.BytesIO(made(event, "by-name"))).pages
    assert {run.size for run in runs_of(narrow) if "Bergerdorff" in run.text} == sizes == {8.5}


def test_the_signatures_of_a_record_of_fouls_are_on_a_page_with_rows() -> None:
    event = long_event(24, 12)
    *_before, last = pypdf.PdfReader(io.BytesIO(made(event, "fouls"))).pages
    words = read(last).text
    assert "Referee: ___" in words
    for official in OFFICIALS:
        assert official in words
    rows = {line.bottom for line in read(last).strokes if line.bottom == line.top and line.right - line.left > 20}
    assert len(rows) >= 3 + len(OFFICIALS)


def test_a_record_of_fouls_has_lines_to_write_on(event: Event) -> None:
    [page, *_more] = pypdf.PdfReader(io.BytesIO(made(event, "fouls"))).pages
    heights = {line.bottom for line in read(page).strokes if line.bottom == line.top and line.right - line.left > 20}
    assert len(heights) >= 18
