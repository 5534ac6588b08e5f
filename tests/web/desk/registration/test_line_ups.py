"""The line-ups at the Desk: by session, by team, and their limits."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.scoring.sheets.services.test_substituting import quiet, unplayed
from tests.support.cup import taken_in
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db) -> Event:
    return taken_in(unplayed(quiet()))


def by_session(event: Event, session: int = 2) -> str:
    return reverse("desk:line-ups", args=[event.slug]) + f"?session={session}"


def sent(holder: str) -> dict[str, str]:
    return {"line_up": "2-17", "2-17-holder": holder}


def test_a_reserve_is_lined_up_and_removed(signed_in: Callable, event: Event) -> None:
    client = signed_in("organizer", event)
    page = client.get(by_session(event)).content.decode()
    assert '<select name="2-17-holder"' in page
    assert "nobody" in page
    answer = client.post(by_session(event), sent("2"), follow=True).content.decode()
    assert "王伟 plays as number 2 in session 2." in answer
    assert Sitting.objects.get(from_hand=1).entry.number == 17
    team = reverse("desk:team-line-up", args=[event.slug, 1])
    assert 'value="2" selected' in client.get(team).content.decode()
    assert "does not play for anybody" in client.post(team, sent(""), follow=True).content.decode()
    assert not Sitting.objects.filter(from_hand=1).exists()


def test_a_number_that_is_not_offered_is_refused_at_its_field(signed_in: Callable, event: Event) -> None:
    answer = signed_in("organizer", event).post(by_session(event), sent("5"))
    assert answer.status_code == 400
    assert "field-errors" in answer.content.decode()
    assert not Sitting.objects.filter(from_hand=1).exists()


def test_a_line_up_of_a_begun_table_is_refused(signed_in: Callable, event: Event) -> None:
    client = signed_in("organizer", event)
    for sheet in Sheet.objects.filter(table__session__number=2):
        Hand.objects.create(sheet=sheet, valid_from_version=1, no=1, result="drawn")
    answer = client.post(by_session(event), sent("1"), follow=True).content.decode()
    assert "can no longer be changed" in answer
    assert "Every table of the team has begun to play." in answer


def test_a_released_session_has_no_line_up_form(signed_in: Callable, event: Event) -> None:
    event.sessions.filter(number=1).update(released_at="2026-05-01T12:00:00Z")
    page = signed_in("organizer", event).get(by_session(event, 1)).content.decode()
    assert "The results are public." in page
    assert "<select" not in page


def test_a_reader_sees_no_control(signed_in: Callable, event: Event) -> None:
    client = signed_in("scorekeeper", event)
    assert "<select" not in client.get(by_session(event)).content.decode()
    assert client.post(by_session(event), sent("1")).status_code == 403
    assert client.get(by_session(event, 9)).status_code == 404


def test_queries_do_not_grow_with_teams(signed_in: Callable, event: Event, queries: Callable) -> None:
    client = signed_in("organizer", event)
    count_for_one = queries(lambda: client.get(by_session(event)))
    for number in (2, 3, 4):
        first = event.entries.get(number=17)
        first.pk, first.number, first.team = None, 20 + number, event.teams.get(number=number)
        first.save()
    assert queries(lambda: client.get(by_session(event))) == count_for_one
