"""Players by statistics: worked figures, filters, the minimum, CSV, and who is never named there."""

import csv
import io
from collections.abc import Sequence
from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ranking.links.models import PersonRecord
from ranking.lists.selectors.figures import figures_of
from ranking.lists.selectors.scopes import Scope
from ranking.opponents.selectors.bests import bests
from ranking.opponents.selectors.tables import stored_tables
from ranking.record.models.records import OfficialResult, RecordedEvent
from scoring.sheets.models.results import CountedResult
from tests.support.ranking import new_person, recorded_event, result_of
from tests.support.series import new_series
from tests.web.pocket.conftest import page_text
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
PAGE, FILE = "/record/players/", "/record/players.csv"


def client(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


def listed(**choices: str) -> list[tuple[int, str]]:
    """Return rank and shown name of each line of the page."""
    page = client().get(PAGE, choices)
    return [(row.line.rank, row.name.name) for row in page.context["table"].data]


def as_rows(**choices: str) -> list[dict[str, str]]:
    answer = client().get(FILE, choices)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def three() -> Sequence[Person]:
    """Create three persons with results of two years: Ann and Ben in both events, Cem in one with 4 sessions."""
    ann, ben, cem = new_person("Ann", country="NL"), new_person("Ben", country="JP"), new_person("Cem", country="NL")
    first = recorded_event(starts=date(2029, 5, 1), country="NL", slug="open-29", sessions=8)
    second = recorded_event(starts=date(2030, 5, 1), country="JP", slug="open-30", sessions=4)
    result_of(ann, first, individual_rank=1, table_points=12 * 24, competition_points=400)
    result_of(ben, first, individual_rank=2, table_points=12 * 20, competition_points=-8)
    result_of(ann, second, individual_rank=3, table_points=12 * 6, competition_points=20)
    result_of(ben, second, individual_rank=1, table_points=12 * 16, competition_points=200)
    result_of(cem, second, individual_rank=2, table_points=12 * 15, competition_points=100)
    return ann, ben, cem


@pytest.fixture
def event() -> Event:
    return stored_event(starts="2029-05-01", ends="2029-05-02", country="NL")


def test_official_results_are_counted_as_worked_by_hand() -> None:
    three()
    assert listed() == [(1, "Ann"), (1, "Ben"), (3, "Cem")]
    assert listed(by="wins") == [(1, "Ann"), (1, "Ben")]
    # Ben 36 in 12 sessions, Ann 30 in 12; Cem has only 4 sessions.
    assert listed(by="table-points") == [(1, "Ben"), (2, "Ann")]
    assert listed(by="table-points", least="4") == [(1, "Cem"), (2, "Ben"), (3, "Ann")]
    text = page_text(client(), f"{PAGE}?by=table-points")
    assert "players with at least 8 sessions" in text
    assert "3.00" in text
    assert "2.50" in text
    rows = {row["Name"]: row for row in as_rows(by="points")}
    assert [rows[name]["Competition points per session"] for name in ("Ann", "Ben")] == ["35.00", "16.00"]
    assert (rows["Ann"]["Rank"], rows["Ann"]["Events played"], rows["Ann"]["Number of sessions"]) == ("1", "2", "12")


def test_event_series_year_and_countries_limit_the_list() -> None:
    three()
    series = new_series("open-30")
    assert listed(year="2029") == listed(event="open-29") == [(1, "Ann"), (1, "Ben")]
    assert listed(series=series.slug) == listed(country="JP") == [(1, "Ann"), (1, "Ben"), (1, "Cem")]
    assert listed(home="NL") == [(1, "Ann"), (2, "Cem")]
    assert listed(year="2029", by="wins") == [(1, "Ann")]


def test_web_events_taken_results_and_unknown_sessions_do_not_count() -> None:
    ann, ben, _cem = three()
    result_of(ben, recorded_event(scope="web"), individual_rank=1)
    result_of(ben, status=OfficialResult.Status.DISQUALIFIED)
    assert listed(by="wins") == [(1, "Ann"), (1, "Ben")]
    result_of(ann, recorded_event(sessions=0), sessions=0, table_points=12 * 900)
    assert listed() == [(1, "Ann"), (2, "Ben"), (3, "Cem")]
    assert listed(by="table-points") == [(1, "Ben"), (2, "Ann")]


def test_the_figures_of_tables_are_those_of_the_public_records(event) -> None:
    people = people_of(event)
    stored_event(people, starts="2031-01-01", ends="2031-01-02")
    for _read in ("computed", "from the cache"):
        figures = figures_of(Scope())
        for person in people:
            tables = stored_tables(person)
            own, record = figures[person.pk], bests(person, tables)
            assert (own.hands, own.dealt_in) == (record.hands, record.dealt_in)
            assert own.best == (record.best.points if record.best else 0)
            assert own.longest_run == (record.run.length if record.run else 0)
            assert own.events == 2


def test_a_new_public_version_of_an_event_is_read_again(event) -> None:
    first = people_of(event)[0]
    before = figures_of(Scope())[first.pk].hand_points
    CountedResult.objects.filter(entry__person=first).update(competition_points=777)
    assert figures_of(Scope())[first.pk].hand_points == before
    ledger = event.ledger
    type(ledger).objects.filter(pk=ledger.pk).update(public=ledger.public + 1)
    assert figures_of(Scope())[first.pk].hand_points == 3 * 777


def test_a_list_is_sorted_again_when_the_record_changes() -> None:
    ann, _ben, _cem = three()
    before = listed()
    OfficialResult.objects.filter(person=ann).delete()
    assert listed() == before
    RecordedEvent.objects.update(version=F("version") + 1)
    assert [name for _rank, name in listed()] == ["Ben", "Cem"]


def test_the_minimum_of_hands_is_said_and_can_be_chosen(event) -> None:
    assert listed(by="dealt-in") == []
    text = page_text(client(), f"{PAGE}?by=dealt-in")
    assert "the fewest first; players with at least 100 hands" in text
    assert "Nobody is listed" in text
    rows = listed(by="dealt-in", least="1")
    assert len(rows) == 8
    shares = [float(row["Hands dealt in, in percent"]) for row in as_rows(by="dealt-in", least="1")]
    assert shares == sorted(shares)


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_who_asks_not_to_be_shown_has_initials_on_the_page_and_in_the_file(event, language: str) -> None:
    first, second = people_of(event)[:2]
    for person, name in ((first, "SECRETIVE Sam"), (second, "CLANDESTINE Cho")):
        Person.objects.filter(pk=person.pk).update(name=name, latin_name=name)
    shown = client(language).get(PAGE).text
    assert "SECRETIVE" in shown
    PersonRecord.objects.create(person=first, public=False)
    Entry.objects.filter(event=event, person=second).update(name_consent=False)
    for address in (PAGE, FILE, f"{PAGE}?by=best-hand", f"{FILE}?by=best-hand"):
        text = client(language).get(address).content.decode()
        assert "SECRETIVE" not in text
        assert "CLANDESTINE" not in text
        assert "S. S." in text
        assert f"/p/{first.pk}/" not in text
        assert f"/p/{second.pk}/" not in text


def test_a_merged_person_counts_once(event) -> None:
    first, second = people_of(event)[:2]
    before = figures_of(Scope())
    hands = before[first.pk].hands + before[second.pk].hands
    Person.objects.filter(pk=second.pk).update(merged_into=first)
    figures = figures_of(Scope())
    assert second.pk not in figures
    assert (figures[first.pk].events, figures[first.pk].hands) == (1, hands)
    PersonRecord.objects.create(person=second, public=False)
    assert first.name not in [name for _rank, name in listed()]


def test_wrong_choices_are_named_beside_their_fields(event) -> None:
    page = client().get(PAGE, {"by": "luck", "least": "0", "year": "x"})
    assert (page.status_code, page.text.count("field-errors")) == (200, 3)
    assert 'value="0"' in page.text
    assert "Nothing was saved" not in page.text
    assert len(page.context["table"].data) == 0
    assert "Nobody is listed" not in page.text
    assert "<details open>" in page.text
    assert client().get(FILE, {"by": "luck"}).status_code == 400


@pytest.mark.parametrize(("query", "is_open"), [({}, False), ({"by": "wins"}, False), ({"least": "1"}, True)])
def test_the_filters_are_open_where_one_is_set(event, query, is_open) -> None:
    assert ("<details open>" in client().get(PAGE, query).text) is is_open


def test_an_address_cannot_sort_the_list() -> None:
    three()
    assert listed(by="wins", sort="-name") == [(1, "Ann"), (1, "Ben")]


def test_pages_keep_the_choice_and_queries_do_not_grow(event) -> None:
    counts = []
    for _round in range(2):
        client().get(PAGE)
        with CaptureQueriesContext(connection) as queries:
            assert client().get(PAGE).status_code == 200
        counts.append(len(queries))
        assert len({query["sql"] for query in queries}) == len(queries)
        stored_event(starts="2031-01-01", ends="2031-01-02")
    assert counts[0] == counts[1]
    assert 'href="/record/players.csv?by=wins"' in client().get(PAGE, {"by": "wins", "page": "1"}).text


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()
