"""A person's page: the results at a glance, the tiles of the highest hand, and the newest events."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sheets.models.hand_records import HandRecord
from tests.support.gallery import ORPHANS, won_with
from tests.support.ranking import new_person, recorded_event, result_of
from tests.web.pocket.conftest import page_text
from tests.web.pocket.record.test_head_to_head import people_of, record_page, stored_event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
EN = Client(headers={"accept-language": "en"})


def played(person: Person, year: int, rank: int | None, players: int = 80) -> None:
    event = recorded_event(name=f"Open {year}", starts=date(year, 5, 1), players=players)
    result_of(person, event, individual_rank=rank)


def test_it_begins_with_events_best_rank_and_ranks_one_to_three() -> None:
    person = new_person("Anna")
    for year, rank, players in ((2019, 4, 80), (2021, 2, 40), (2022, 2, 60), (2023, None, 80), (2024, 3, 80)):
        played(person, year, rank, players)
    text = page_text(EN, record_page(person))
    assert "Events 5 since 2019 Best rank 2 of 60, Open 2022 Among the first three 3 of 4 results" in text


def test_without_a_rank_there_is_no_best_one() -> None:
    person = new_person("Anna")
    played(person, 2023, None)
    text = page_text(EN, record_page(person))
    assert "Events 1 since 2023" in text
    assert "Best rank" not in text


def test_the_newest_six_events_are_shown_and_the_others_open() -> None:
    person = new_person("Anna")
    for year in range(2017, 2025):
        played(person, year, 5)
    page = EN.get(record_page(person)).text
    shown, earlier = page[page.index('id="events"') :].split("2 earlier events")
    assert [year for year in range(2017, 2025) if f"Open {year}" in shown] == list(range(2019, 2025))
    assert "Open 2017" in earlier
    assert "Open 2018" in earlier


def test_the_highest_hand_is_drawn_and_leads_to_its_page() -> None:
    event = stored_event()
    first = people_of(event)[0]
    HandRecord.objects.all().delete()
    assert 'class="answer-hand"' not in EN.get(record_page(first)).text
    record = won_with(event, first, 1, ORPHANS, 88)
    page = EN.get(record_page(first)).text
    assert page.count('class="answer-hand"') == 1
    assert f'href="{reverse("lists:hand", args=[record.pk])}"' in page
    assert EN.get(reverse("lists:hand", args=[record.pk])).status_code == 200
