"""Every page, paper and file ranks the players of an event with stages alike."""

import io
import re
from collections.abc import Callable

import openpyxl
import pytest

from ranking.record.selectors.official_results import official_result
from scoring.formats.services.formats import set_format
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.releases.services.releasing import release_session
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import TABLE_POINTS, draw_next, play
from tests.support.page_reading import visible_text
from tests.support.pdf_reading import texts_of
from tests.web.desk.draw.test_draw import browser
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
#: At both tables of the final the highest number wins: 8 and 4 have 4 table points, then 7 and 3, and so on.
ORDER = [8, 4, 7, 3, 6, 2, 5, 1, *range(9, 17)]


@pytest.fixture
def event() -> Event:
    """Three sessions by chart, ranked by number; a final of the best eight that counts alone, and not for teams."""
    event = planned("read", 16, 4)
    final = {"method": "fours", "who": "best", "count": 8, "carry": "none", "for_units": False}
    stages = [{"first_session": 1, "last_session": 3, "advance": 8}, {"first_session": 4, "last_session": 4, **final}]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    for session in (1, 2, 3):
        play(event, session, lambda number, _place: (21, 330 - 10 * number))
    draw_next(event, 4)
    play(event, 4, lambda number, place: (TABLE_POINTS[4 - place], number))
    for played in event.sessions.order_by("number"):
        release_session(ACTOR, played)
    return Event.objects.get(pk=event.pk)


def paper(event: Event, name: str, ending: str = "") -> bytes:
    choice = Choice(name, "en", ending=ending) if ending else Choice(name, "en")
    return make_paper(event, choice, total=lambda _parts: None, step=lambda: None).data


def page(address: str) -> Callable[[Event], str]:
    return lambda _event: browser("public").get(address).text.partition("<tbody")[2].partition("</tbody>")[0]


def pdf(name: str) -> Callable[[Event], str]:
    return lambda event: " ".join(texts_of(paper(event, name)))


def workbook_of_federation(event: Event) -> str:
    rows = openpyxl.load_workbook(io.BytesIO(paper(event, "federation", "xlsx")))["MCR template"].iter_rows(min_row=2)
    return " ".join(str(cell.value) for row in rows for cell in row)


def rows_by_rank(event: Event) -> str:
    """Return the names of the results by number (App. 7) in the order of the rank in each row."""
    rows = re.findall(r"(选手\d+) \S+ \S+ (\d+) ", pdf("results")(event))
    return " ".join(name for name, _rank in sorted(rows, key=lambda row: int(row[1])))


READERS: dict[str, Callable[[Event], str]] = {
    "standings": page("/e/read/standings/"),
    "all sessions": page("/e/read/standings/all/"),
    "programs": lambda _event: str(browser("public").get("/api/v1/events/read/standings").json()),
    "results on paper": rows_by_rank,
    "standings on paper": pdf("standings"),
    "cross table on paper": pdf("cross-table"),
    "standings as a file": lambda event: paper(event, "standings", "csv").decode("utf-8-sig"),
    "workbook of the federation": workbook_of_federation,
    "official result": lambda event: " ".join(line.name for line in official_result(event).lines),
}


@pytest.mark.parametrize("reader", READERS)
def test_the_order_is_of_the_final_then_of_the_stage_before(event: Event, reader: str) -> None:
    text = READERS[reader](event)
    numbers = list(dict.fromkeys(int(number) for number in re.findall(r"选手(\d+)", text)))
    assert numbers == ORDER


def test_players_teams_and_pins_count_the_sessions_played(event: Event) -> None:
    public = browser("public")
    pages = [public.get(f"/e/read/players/{number}/").text for number in (8, 9)]
    winner, out = map(visible_text, pages)
    assert "Rank 1 of 16" in winner
    assert "Earlier stages do not count in full here" in winner
    assert "Rank 9 of 16" in out
    lines = {line.number: line for line in official_result(event).lines}
    assert (official_result(event).sessions, official_result(event).players) == (4, 16)
    assert [lines[number].sessions for number in (8, 1, 9, 16)] == [4, 4, 3, 3]
    # As earned, nothing is carried: three sessions with 21/12 each, then 4 table points.
    assert lines[8].table_points == 3 * 21 + 48
    # The final does not count for teams: each of the four members has three sessions.
    teams = public.get("/e/read/standings/teams/").text
    assert re.findall(r"(\d)队", teams.partition("<tbody")[2])[:4] == ["1", "2", "3", "4"]
    assert teams.count(">21<") >= 4
    assert public.get("/e/read/statistics/").status_code == 200
