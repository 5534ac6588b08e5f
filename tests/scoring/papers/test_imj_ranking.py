"""Events under the International Mahjong Rules that rank by table points: results, pages, papers and the event file."""

import io
import json
import re
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from common.actions.errors import Refused
from common.files.json_files.errors import FileErrors
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.game.rules.games import agreed_game
from scoring.game.rules.imj.game import Agreed
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.releases.services.releasing import release_session
from scoring.setup.services.changing_settings import change_settings
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings
from tests.support.crawling import crawl
from tests.support.imj import ACTOR, imj_document
from tests.support.page_reading import visible_text
from tests.support.pdf_reading import assert_clear, texts_of
from tests.web.test_every_page import account_of
from tournament.events.models.events import Event
from tournament.papers.services import set_address

pytestmark = pytest.mark.django_db
#: Words of the competition rules other than table points.
FOREIGN = re.compile(r"(?i)competition points|drawn hand|\bCP\b|8 points|3\.11\.2\.1|比赛分|起和|素点")
#: The mados held at the first table.
TOTALS = {"E": 22_000, "S": 20_000, "W": 20_000, "N": 18_000}


def document(ranking: str = "table-points") -> dict[str, Any]:
    """Return the file of a released session of two tables whose hands are not recorded."""
    file = imj_document()
    file["event"] |= {"sessions": 1, "settings": {"imj": {"ranking": ranking}}}
    first, second = file["sessions"][0]["tables"]
    tables = [
        {"number": 1, "seats": first["seats"], "totals": TOTALS},
        {"number": 2, "seats": second["seats"], "totals": {"E": 20_500, "S": 60_000, "W": -20_500, "N": 20_000}},
    ]
    file["sessions"] = [{"number": 1, "tables": tables}]
    return file


def taken_in(ranking: str = "table-points") -> Event:
    import_event(ACTOR, document=document(ranking))
    event = Event.objects.get()
    release_session(ACTOR, event.sessions.get(number=1))
    return Event.objects.get()


@pytest.fixture
def event() -> Event:
    return taken_in()


def made(event: Event, paper: str, **choice: Any) -> bytes:
    set_address(ACTOR, event, address="http://192.168.1.20:8000")
    return make_paper(event, Choice(paper, "en", **choice), total=lambda _units: None, step=lambda: None).data


def test_the_places_at_a_table_give_table_points_if_the_event_agreed_on_them() -> None:
    game = agreed_game("imj-0702", Agreed(table_points=True))
    assert game.table_points({"E": 2_000, "S": 0, "W": 0, "N": -2_000}) == {"E": 48, "S": 18, "W": 18, "N": 0}
    assert game.in_mados
    assert not agreed_game("imj-0702", Agreed()).gives_table_points


@pytest.mark.parametrize(
    ("ranking", "points", "ranks"),
    [
        ("mados", dict.fromkeys(range(1, 9), 0), {6: 1, 1: 2, 5: 3, 2: 4, 3: 4, 8: 4, 4: 7, 7: 8}),
        (
            "table-points",
            {6: 4, 1: 4, 5: 2, 2: 1.5, 3: 1.5, 8: 1, 4: 0, 7: 0},
            {6: 1, 1: 2, 5: 3, 2: 4, 3: 4, 8: 6, 4: 7, 7: 8},
        ),
    ],
)
def test_ranks_go_by_what_the_event_chose(ranking: str, points: dict[int, float], ranks: dict[int, int]) -> None:
    """Players 2, 3 and 8 won and lost nothing; equal ones share the rank (IMJ 31)."""
    lines = Standings(taken_in(ranking), View(live=True, last_session=1)).individual()
    assert {line.number: line.table_points for line in lines} == points
    assert {line.number: line.rank for line in lines} == ranks


def test_the_choice_is_agreed_before_play_and_travels_in_the_file(event: Event) -> None:
    with pytest.raises(Refused, match="agreed before play"):
        change_settings(ACTOR, event, values={"imj": {"ranking": "mados"}}, reason="a mistake")
    assert event_document(event)["event"]["settings"]["imj"] == {"ranking": "table-points"}


def test_a_correction_in_a_file_may_hold_table_points_only_if_the_event_gives_them() -> None:
    results = [{"number": number, "table_points": "4", "points": 0} for number in (1, 2, 3, 4)]
    for ranking in ("table-points", "mados"):
        file = document(ranking)
        file["sessions"][0] |= {"released": "2026-11-01T10:00:00Z"}
        correction = {"begun": "2026-11-01T11:00:00Z", "before": results}
        file["sessions"][0]["tables"][0]["corrections"] = [correction]
        if ranking == "mados":
            with pytest.raises(FileErrors, match="table points"):
                read_event(json.dumps(file).encode())
        else:
            read_event(json.dumps(file).encode())


def test_organizers_choose_it_and_players_read_how_they_are_ranked(event: Event) -> None:
    client = Client(headers={"accept-language": "en"})
    text = visible_text(client.get(reverse("pocket:rules", args=[event.slug])).text)
    assert "and get 4, 2, 1 and 0 table points; equal places share them." in text
    assert "There are no table points" not in text
    assert "Ranked by (IMJ 31) table points (4, 2, 1, 0), then mados" in text
    client.force_login(account_of("organizer", event))
    page = client.get(reverse("desk:settings", args=[event.slug])).content.decode()
    assert '<option value="table-points" selected>' in page


@pytest.mark.parametrize(("role", "language"), [(None, "en"), ("organizer", "zh-hans")])
def test_pages_show_table_points_and_mados_and_no_competition_points(
    role: str | None, language: str, event: Event
) -> None:
    client = Client(headers={"accept-language": language})
    if role:
        client.force_login(account_of(role, event))
    starts = [reverse("pocket:event", args=[event.slug])] + ([reverse("desk:event", args=[event.slug])] if role else [])
    pages = crawl(client, starts, within=f"/e/{event.slug}/")
    assert [page.path for page in pages.values() if page.status >= 500] == []
    texts = {text for page in pages.values() for _language, text in page.texts}
    assert {text for text in texts if FOREIGN.search(text)} == set()


@pytest.mark.parametrize("page", ["individual", "cross", "table", "player"])
def test_results_have_both(event: Event, page: str) -> None:
    addresses = {
        "individual": reverse("pocket:standings", args=[event.slug]),
        "cross": reverse("pocket:standings-all", args=[event.slug]),
        "table": reverse("pocket:table", args=[event.slug, 1, 1]),
        "player": reverse("pocket:player", args=[event.slug, 1]),
    }
    text = Client(headers={"accept-language": "en"}).get(addresses[page]).content.decode()
    assert "Table points" in text
    assert "ados" in text
    assert "+2,000" in text or "+2000" in text


@pytest.mark.parametrize("paper", ["results", "standings", "cross-table", "event-report"])
def test_papers_have_columns_for_both(event: Event, paper: str) -> None:
    data = made(event, paper)
    assert_clear(data)
    text = " ".join(" ".join(texts_of(data)).split())
    assert "Table points" in text or "TP" in text
    assert "ados" in text
    assert not FOREIGN.search(text)


def test_the_workbook_has_columns_for_both(event: Event) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(made(event, "results", ending="xlsx")))["Results"]
    headings = [cell.value for row in sheet.iter_rows(max_row=3) for cell in row if cell.value]
    assert "Individual: Table points" in headings
    assert "Individual: Mados won or lost" in headings
    assert not any("Competition" in str(heading) for heading in headings)
