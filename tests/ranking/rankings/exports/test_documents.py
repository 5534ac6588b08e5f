"""A ranking as a workbook and as a paper, read back: points, countries, events, formula, names and limits."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from ranking.links.models import PersonRecord
from ranking.rankings.exports import documents
from ranking.rankings.models import RankingSnapshot
from tests.support.pdf_reading import assert_clear, texts_of
from tests.support.ranking import new_body, new_person
from tests.support.rankings import DAY, computed, new_ranking, placed, snapshot_of
from tests.support.workbook_reading import assert_readable
from tests.web.pocket.record.test_head_to_head import stored_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def snapshot() -> RankingSnapshot:
    """Compute MERS of three players with two results each; the second asks not to be shown."""
    people = [new_person("王伟", latin_name="WANG Wei", country="CN"), new_person("MÜLLER Eva", country="DE")]
    PersonRecord.objects.create(person=people[1], public=False)
    people.append(new_person("Ben", country="DE"))
    for _event in range(2):
        placed({person: at + 1 for at, person in enumerate(people)}, name="Winter Open")
    ranking = computed(new_ranking(new_body(name="Federation"), slug="mers"), DAY)
    return ranking.snapshots.get()


def rows_of(data: bytes, sheet: int) -> list[tuple[object, ...]]:
    return list(load_workbook(BytesIO(data)).worksheets[sheet].iter_rows(values_only=True))


def test_the_workbook_has_points_countries_events_and_formula(snapshot: RankingSnapshot) -> None:
    data = documents.ranking_workbook(snapshot)
    assert_readable(data)
    title, *_empty, headings, first, second, third = [row for row in rows_of(data, 0) if any(row)]
    assert title[0] == "Ranking mers · As of 1 June 2026"
    assert headings == (
        "Rank", "Name", "Name in Latin letters", "Country", "Part A", "Part B", "Points", "Results",
    )  # fmt: skip
    assert first[:4] == (1, "王伟", "WANG Wei", "China")
    assert [round(value, 2) for value in first[4:7]] == [700, 777.78, 738.89]
    assert second[:2] == (2, "M. E.")
    assert (third[1], round(third[6], 2), third[7]) == ("Ben", 720.42, 2)
    countries = rows_of(data, 1)[-2:]
    assert [(row[0], row[1], round(row[2], 2), row[3]) for row in countries] == [
        (1, "Germany", 483.23, 2), (2, "China", 246.3, 1),
    ]  # fmt: skip
    assert rows_of(data, 2)[0] == ("Event", "Day", "Players", "Weight", "Age factor", "Weight as published")
    assert [(row[0], *row[3:]) for row in rows_of(data, 2)[-2:]] == [("Winter Open", 3.5, 1, None)] * 2
    assert ("Part B", "The weighted mean of the best four results") in rows_of(data, 3)
    assert "MÜLLER" not in str([rows_of(data, sheet) for sheet in range(4)])


@pytest.mark.parametrize(("language", "heading"), [("en", "Part A"), ("zh-hans", "A部分"), ("ja", "パートA")])
def test_the_paper_has_the_same_in_each_language(snapshot: RankingSnapshot, language: str, heading: str) -> None:
    data = documents.ranking_paper(snapshot, language)
    assert_clear(data)
    text = " ".join(" ".join(texts_of(data)).split())
    for part in ("王伟", "WANG Wei", "738.89", "M. E.", "729.28", "720.42", "483.23", heading):
        assert part in text
    assert "MÜLLER" not in text


def test_a_large_ranking_is_cut_and_says_so(snapshot: RankingSnapshot, monkeypatch) -> None:
    monkeypatch.setattr(documents, "MOST_ROWS", 1)
    monkeypatch.setattr(documents, "MOST_PRINTED", 2)
    data = documents.ranking_workbook(snapshot)
    assert "The first 1 of 3 players; the table (CSV) has them all." in str(rows_of(data, 0))
    assert "M. E." not in str(rows_of(data, 0))
    text = " ".join(" ".join(texts_of(documents.ranking_paper(snapshot, "en"))).split())
    assert "The first 2 of 3 players; the table (CSV) has them all." in text
    assert "720.42" not in text


def test_an_own_formula_has_no_parts_and_a_rating_its_estimate(snapshot: RankingSnapshot) -> None:
    own = computed(new_ranking(slug="own", kind="own", least=1), DAY).snapshots.get()
    headings = [row for row in rows_of(documents.ranking_workbook(own), 0) if "Name" in row]
    assert headings == [("Rank", "Name", "Name in Latin letters", "Country", "Points", "Results")]
    rating = computed(new_ranking(slug="rating", kind="rating", least=1), DAY).snapshots.get()
    headings = [row[4:] for row in rows_of(documents.ranking_workbook(rating), 0) if "Name" in row]
    assert headings == [("Estimate", "Deviation", "Points", "Tables")]
    assert_clear(documents.ranking_paper(rating, "en"))


def test_the_page_of_each_day_leads_to_its_files(snapshot: RankingSnapshot) -> None:
    computed(snapshot.ranking, DAY + timedelta(days=30))
    client = Client(headers={"accept-language": "en"})
    page = client.get("/rankings/mers/?day=2026-06-01").text
    for name, start in (("ranking.xlsx", b"PK"), ("ranking.pdf", b"%PDF"), ("ranking.csv", b"\xef\xbb\xbf")):
        address = f"/rankings/mers/{name}?day=2026-06-01"
        assert f'href="{address}"' in page
        answer = client.get(address)
        assert answer["Content-Disposition"] == f'attachment; filename="mers-2026-06-01.{name.rpartition(".")[2]}"'
        assert answer.content.startswith(start)
    assert client.get("/rankings/none/ranking.pdf").status_code == 404


def test_a_paper_in_another_language_changes_nothing_afterwards(snapshot: RankingSnapshot) -> None:
    with translation.override("en"):
        documents.ranking_paper(snapshot, "ja")
        assert translation.get_language() == "en"


def test_the_workbook_of_a_rating_has_no_weights() -> None:
    stored_event(starts="2026-01-01", ends="2026-01-02")
    data = documents.ranking_workbook(snapshot_of(new_ranking(kind="rating")))
    assert_readable(data)
    assert rows_of(data, 2)[0] == ("Event", "Day", "Players")
