"""The public pages of series, their files, and the names in them."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from openpyxl import load_workbook

from ranking.links.models import PersonRecord
from ranking.record.models.records import OfficialResult
from ranking.series.models import Series
from scoring.event_file.services.importing import import_event
from tests.support.events import chinese_document
from tests.support.pdf_reading import assert_clear
from tests.support.ranking import actor, new_body, new_person
from tests.support.series import new_series, season
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
EN = Client(headers={"accept-language": "en"})
HIDDEN = "DE JONG Mattheu"


@pytest.fixture
def league() -> Series:
    """Three events by the Chiba rule; the second of four players asks not to be shown."""
    people = {name: new_person(name, latin_name=latin, country="NL") for name, latin in (
        ("王伟", "WANG Wei"), (HIDDEN, "VAN DER PLANTED"), ("Ben", ""), ("Cleo", ""),
    )}  # fmt: skip
    PersonRecord.objects.create(person=people[HIDDEN], public=False)
    results = {
        people["王伟"]: [90, 10, -20],
        people[HIDDEN]: [50, 20, 5],
        people["Ben"]: [5, None, 80],
        people["Cleo"]: [0, 0, None],
    }
    events = season(results, body=new_body(name="Dutch association"))
    rule = {"counting": "best-worst", "best": 1, "worst": 1, "finalists": 2}
    return new_series(*(event.slug for event in events), body=events[0].body, **rule)


def test_the_page_shows_ranking_movement_final_events_and_rule(league: Series) -> None:
    page = EN.get(reverse("series:series", args=[league.slug])).text
    table = EN.get(reverse("series:series", args=[league.slug])).context["ranking"]
    shown = [(row.record.rank, row.record.name, str(row.get_cell("final"))) for row in table.rows]
    assert shown == [
        (1, "Ben", "In, +30"),
        (2, "王伟", "In, +15"),
        (3, "D. J. M.", "Out, −15"),
        (4, "Cleo", "Out, −70"),
    ]
    assert "Dutch association" in page
    assert "Ranking after event 3 of 3" in page
    assert "Best events: 1; worst events: 1" in page
    assert '<span class="muted">(10)</span>' in page
    assert "▲" in page


def test_an_earlier_ranking_is_linked_and_shown(league: Series) -> None:
    address = reverse("series:series", args=[league.slug])
    assert f'href="{address}?after=1"' in EN.get(address).text
    page = EN.get(address, {"after": 1})
    assert [line.name for line in page.context["table"].lines] == ["王伟", "D. J. M.", "Ben", "Cleo"]
    assert "Newest ranking" in page.text
    assert EN.get(address, {"after": "x"}).context["table"].after == 3
    assert "No event counts yet." in EN.get(address, {"after": 0}).text


def test_a_hidden_person_is_nowhere_in_page_workbook_and_paper(league: Series) -> None:
    hidden = OfficialResult.objects.filter(name=HIDDEN).values_list("person", flat=True)[0]
    planted = ("Mattheu", "JONG", "PLANTED", f"/p/{hidden}/")
    for language in ("en", "zh-hans", "ja"):
        reader = Client(headers={"accept-language": language})
        for after in ("", "1", "2", "3"):
            page = reader.get(reverse("series:series", args=[league.slug]), {"after": after}).text
            assert [word for word in planted if word in page] == []
            assert "D. J. M." in page
        workbook = load_workbook(BytesIO(reader.get(reverse("series:workbook", args=[league.slug])).content))
        cells = [str(cell.value) for sheet in workbook for row in sheet for cell in row if cell.value is not None]
        assert "D. J. M." in cells
        assert [word for word in planted if any(word in cell for cell in cells)] == []
        paper = reader.get(reverse("series:paper", args=[league.slug])).content
        texts = " ".join(assert_clear(paper))
        assert "D. J. M." in texts
        assert [word for word in planted if word in texts] == []


def test_the_workbook_has_exact_points_events_and_rule(league: Series) -> None:
    answer = EN.get(reverse("series:workbook", args=[league.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{league.slug}.xlsx"'
    book = load_workbook(BytesIO(answer.content))
    assert book.sheetnames == ["Ranking", "Events", "Rule"]
    rows = [[cell.value for cell in row] for row in book["Ranking"]]
    ben = next(row for row in rows if "Ben" in row)
    assert (ben[0], ben[5], ben[6], ben[7], ben[8:]) == (1, 85, 2, "In, +30", [5, None, 80])
    assert [row[0].value for row in book["Rule"]][-1] == "Places in the final"


def test_the_workbook_shows_points_in_brackets_that_do_not_count() -> None:
    events = season({new_person("Anna"): [50, -30], new_person("Ben"): [10, 20]})
    series = new_series(*(event.slug for event in events), counting="best", best=1)
    book = load_workbook(BytesIO(EN.get(reverse("series:workbook", args=[series.slug])).content))
    anna = next(row for row in book["Ranking"] if row[2].value == "Anna")
    shown = [(cell.value, cell.number_format) for cell in anna[-2:]]
    assert shown == [(50, "General"), (-30, '"("General")";"(-"General")"')]


def test_the_list_of_series_has_those_with_events(league: Series) -> None:
    new_series()
    page = EN.get(reverse("series:overview")).text
    assert page.count("League ") == 1
    assert reverse("series:overview") in EN.get("/").text
    Series.objects.all().first().events.all().delete()
    league.events.all().delete()
    assert "No series yet" in EN.get(reverse("series:overview")).text


def test_an_event_in_two_series_says_so_and_links_both() -> None:
    import_event(actor(), document=chinese_document())
    event = Event.objects.get()
    first, second = new_series(event.slug), new_series(event.slug)
    page = EN.get(reverse("series:series", args=[first.slug])).text
    assert "Counts in this series too:" in page
    assert reverse("series:series", args=[second.slug]) in page
    home = EN.get(reverse("pocket:event", args=[event.slug])).text
    assert all(reverse("series:series", args=[one.slug]) in home for one in (first, second))


def test_a_public_person_page_links_the_series_and_a_hidden_person_has_none(league: Series) -> None:
    people = dict(OfficialResult.objects.values_list("name", "person"))
    page = EN.get(reverse("record:person", args=[people["Ben"]])).text
    assert reverse("series:series", args=[league.slug]) in page
    assert "Rank 1 · Points 85" in " ".join(strip_tags(page).split())
    assert EN.get(reverse("record:person", args=[people[HIDDEN]])).status_code == 404


def test_a_person_page_shows_the_way_through_the_series_as_picture_and_table(league: Series) -> None:
    people = dict(OfficialResult.objects.values_list("name", "person"))
    page = EN.get(reverse("record:person", args=[people["Ben"]]))
    [row] = page.context["series"]
    assert [(rank, points) for _event, rank, points in row.steps] == [(1, "85"), (3, "5"), (3, "5")]
    assert row.plot is not None
    assert "Rank after each event" in page.text
    assert HIDDEN not in page.text
    newcomer = new_person("Eva", country="NL")
    [alone] = season({newcomer: [70]})
    late = new_series(*league.events.values_list("slug", flat=True), alone.slug)
    [row] = EN.get(reverse("record:person", args=[newcomer.pk])).context["series"]
    assert row.series == late
    assert [(rank, points) for _event, rank, points in row.steps] == [(4, "70"), (2, "70"), (2, "70"), (None, "")]


def test_a_long_series_has_columns_of_the_newest_events_and_the_workbook_has_all() -> None:
    events = season({new_person("Anna"): list(range(1, 19))})
    league = new_series(*(event.slug for event in events))
    page = EN.get(reverse("series:series", args=[league.slug]))
    names = [name for name in page.context["ranking"].columns.names() if name.startswith("event")]
    assert names == [f"event{at}" for at in range(2, 18)]
    assert "The newest events have a column; the workbook has all." in page.text
    [row] = page.context["ranking"].rows
    assert (row.get_cell("event2"), row.get_cell("event17")) == ("3", "18")
    book = load_workbook(BytesIO(EN.get(reverse("series:workbook", args=[league.slug])).getvalue()))
    assert book.worksheets[0].max_column >= 18 + 7


def test_unknown_series_are_not_found() -> None:
    for name in ("series", "workbook", "paper"):
        assert EN.get(reverse(f"series:{name}", args=["nowhere"])).status_code == 404
