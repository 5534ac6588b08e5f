"""The Desk's room Format: planning stages, and drawing, releasing and withdrawing a session."""

import re

import pytest
from django.urls import reverse

from tests.support.draws import drawn, planned
from tests.support.formats import play, with_format
from tests.web.desk.draw.test_draw import PASSWORD, browser
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

pytestmark = pytest.mark.django_db


def stages_of(event: Event) -> list[tuple[int, int, str]]:
    return list(event.stages.values_list("first_session", "last_session", "method"))


def test_an_organizer_starts_from_a_ready_format_and_changes_it() -> None:
    event = planned("plan", 32, 10)
    desk, page = browser("organizer", event), "/e/plan/desk/format/"
    assert "Session" in desk.get(page).text
    assert desk.post(page, {"ready": "wmc-2019"}).status_code == 302
    assert stages_of(event) == [(1, 8, "chart"), (9, 9, "split"), (10, 10, "winners")]
    shown = desk.get(page).text
    assert "32 at 8" in shown
    assert "Winners with winners" in shown
    form = {"name": "Final", "last_session": 10, "method": "winners", "who": "best", "carry": "full", "for_units": "on"}
    refused = desk.post(f"{page}stages/3/", form)
    assert (refused.status_code, "Type how many play." in refused.text) == (400, True)
    assert 'value="Final"' in refused.text
    wrong = desk.post(f"{page}stages/3/", form | {"count": 2})
    assert "Only 2 play; a table needs four." in wrong.text
    assert desk.post(f"{page}stages/3/", form | {"count": 16}).status_code == 302
    assert event.stages.get(number=3).count == 16
    assert desk.post(f"{page}add/", {"consolation": "1"}).status_code == 302
    assert list(event.stages.values_list("number", "who")) == [(1, "all"), (2, "all"), (3, "rest"), (4, "best")]
    assert desk.post(f"{page}remove/").status_code == 302
    assert stages_of(event) == [(1, 8, "chart"), (9, 10, "split")]
    assert desk.post(f"{page}add/").status_code == 302
    assert stages_of(event) == [(1, 8, "chart"), (9, 9, "split"), (10, 10, "fours")]


def test_what_has_tables_cannot_be_changed() -> None:
    event = planned("set", 16, 6)
    desk, page = browser("organizer", event), "/e/set/desk/format/"
    desk.post(page, {"ready": "swiss"})
    drawn(event)
    refused = desk.post(page, {"ready": "danish-open"})
    assert "Stage 1 has tables already" not in refused.text  # only its end moves, after the session with tables
    form = {"last_session": 1, "method": "fours", "who": "all", "carry": "full"}
    assert "Stage 1 has tables already" in desk.post(f"{page}stages/1/", form).text


def test_a_session_is_drawn_released_and_withdrawn_at_the_desk() -> None:
    event = with_format("high-high", players=16, sessions=3)
    desk, page = browser("organizer", event), "/e/high-high/desk/format/sessions/2/"
    assert "4 sheets are not confirmed yet" in desk.get(page).text
    play(event, 1)
    shown = desk.get(page).text
    digest = re.search(r'name="digest" value="(\w{64})"', shown)
    assert digest
    public = reverse("pocket:session-seats", args=["high-high", 2])
    assert browser("public").get(public).status_code == 404
    stale = desk.post(page, {"digest": "0" * 64, "password": PASSWORD})
    assert "The results have changed since this draft was shown." in stale.text
    assert desk.post(page, {"digest": digest[1]}).status_code == 302
    assert Sitting.objects.filter(table__session__event=event, table__session__number=2).count() == 16
    assert browser("public").get(public).status_code == 200
    assert "Withdraw…" in desk.get(page).text
    withdrawn = desk.post(f"{page}retract/", {"reason": "wrong hall"})
    assert withdrawn.status_code == 302
    assert browser("public").get(public).status_code == 404


def test_the_cut_shows_who_is_in_and_moves_up_after_a_refusal() -> None:
    event = with_format("final-4", players=8, sessions=3)
    for session in (1, 2):
        play(event, session)
    desk, page = browser("organizer", event), "/e/final-4/desk/format/stages/2/cut/"
    assert "In: 4. On the line: 0. Out: 4." in desk.get(page).text
    assert "There is no player with number 99." in desk.post(page, {"play_off": "", "declined": "99"}).text
    assert desk.post(page, {"play_off": "", "declined": "1"}).status_code == 302
    assert "In: 4. On the line: 0. Out: 3." in desk.get(page).text
