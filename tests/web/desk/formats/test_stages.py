"""The Desk's room Format: planning stages, and drawing, releasing and withdrawing a session."""

import re

import pytest
from django.urls import reverse

from scoring.formats.selectors.cuts import cut_before
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.standings.selectors.standings import Standings
from tests.scoring.formats.test_world_formats import led
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play, retype, sign, with_format
from tests.support.page_reading import visible_text
from tests.web.desk.draw.test_draw import PASSWORD, browser
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def stages_of(event: Event) -> list[tuple[int, int, str]]:
    return list(event.stages.values_list("first_session", "last_session", "method"))


def beside(page: str, field: str) -> str:
    """Return the first error beside a field."""
    found = re.search(rf'<ul class="field-errors" id="{field}_error">\s*<li>.*?</span>(.*?)</li>', page, re.DOTALL)
    return found[1].strip() if found else ""


def test_a_plan_before_the_registration_says_for_how_many_players_it_is() -> None:
    words, page = "The numbers are those of 400 players", "/e/plan/desk/format/"
    event = planned("plan", 4, 6)
    desk = browser("organizer", event)
    assert words not in desk.get(page).text
    withdraw(ACTOR, event.entries.get(number=1), session=1, reason="ill")
    shown = desk.get(page).text
    assert (words in shown, "400 players · 100 tables" in visible_text(shown)) == (True, True)


def test_an_organizer_starts_from_a_ready_format_and_changes_it() -> None:
    event = planned("plan", 32, 10)
    desk, page = browser("organizer", event), "/e/plan/desk/format/"
    assert "Session" in desk.get(page).text
    assert desk.post(page, {"ready": "wmc-2019"}).status_code == 302
    assert stages_of(event) == [(1, 8, "chart"), (9, 9, "split"), (10, 10, "winners")]
    shown = desk.get(page).text
    assert "32 players · 8 tables" in visible_text(shown)
    assert re.search(r"<dt>Hours with breaks</dt><dd>[0-9.]+</dd>", shown)
    assert "Winners with winners" in shown
    form = {"name": "Final", "last_session": 10, "method": "winners", "who": "best", "carry": "full", "for_units": "on"}
    refused = desk.post(f"{page}stages/3/", form)
    assert (refused.status_code, "Type how many play." in refused.text) == (400, True)
    assert 'value="Final"' in refused.text
    wrong = desk.post(f"{page}stages/3/", form | {"count": 2})
    assert beside(wrong.text, "id_count") == "Stage 3: Only 2 play; a table needs four."
    assert desk.post(f"{page}stages/3/", form | {"count": 16, "apart": "avoid"}).status_code == 302
    assert event.stages.get(number=3).count == 16
    assert event.stages.get(number=3).apart == "avoid"
    assert desk.post(f"{page}add/", {"consolation": "1"}).status_code == 302
    assert list(event.stages.values_list("number", "who")) == [(1, "all"), (2, "all"), (3, "rest"), (4, "best")]
    assert desk.post(f"{page}remove/").status_code == 302
    assert stages_of(event) == [(1, 8, "chart"), (9, 10, "split")]
    assert desk.post(f"{page}add/").status_code == 302
    assert stages_of(event) == [(1, 8, "chart"), (9, 9, "split"), (10, 10, "fours")]


@pytest.mark.parametrize("typed", ["1e999999999", "8 1/0", "1001", "eight"])
def test_points_that_are_none_are_refused_at_their_field(typed: str) -> None:
    desk = browser("organizer", planned("plan", 32, 10))
    desk.post("/e/plan/desk/format/", {"ready": "wmc-2019"})
    form = {"last_session": 10, "method": "winners", "who": "best", "count": 16, "carry": "bonus", "bonus": typed}
    refused = desk.post("/e/plan/desk/format/stages/3/", form)
    assert refused.status_code == 400
    assert beside(refused.text, "id_bonus") == "Type table points for rank 1, 2, …, such as 8 6 4 2."


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
    assert "4 sheets are not signed yet" in desk.get(page).text
    play(event, 1)
    shown = desk.get(page).text
    assert "This is a draft." in shown
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


def signed_session() -> Event:
    """Return an event whose first session is signed by the players and not confirmed."""
    event = with_format("high-high", players=16, sessions=3)
    for sheet in Sheet.objects.filter(table__session__event=event):
        sign(sheet, E=90, S=-50, W=-60, N=20)
    return event


def test_the_release_of_a_draft_confirms_the_signed_sheets_of_who_may_confirm() -> None:
    event = signed_session()
    referee, page = browser("chief-referee", event), "/e/high-high/desk/format/sessions/2/"
    shown = referee.get(page).text
    assert "Session 1: 4 sheets are signed and not confirmed yet." in shown
    assert "Releasing the seats confirms them too." in shown
    digest = re.search(r'name="digest" value="(\w{64})"', shown)
    assert digest
    assert referee.post(page, {"digest": digest[1], "password": PASSWORD, "key": "one-press"}).status_code == 302
    assert list(Sheet.objects.filter(table__session__number=1).values_list("state", flat=True)) == ["confirmed"] * 4
    assert Sitting.objects.filter(table__session__event=event, table__session__number=2).count() == 16
    entries = event.ledger.audit_entries.order_by("-pk")[:2]
    assert [entry.action for entry in entries] == ["session_draw.release", "session.confirm"]


def test_who_may_not_confirm_sees_the_draft_and_who_confirms() -> None:
    event = signed_session()
    organizer, page = browser("organizer", event), "/e/high-high/desk/format/sessions/2/"
    shown = organizer.get(page).text
    assert "This is a draft." in shown
    assert "The chief referee confirms them; then the seats can be released." in shown
    assert "Release the seats" not in shown
    digest = re.search(r'name="digest" value="(\w{64})"', shown)
    assert digest
    refused = organizer.post(page, {"digest": digest[1], "password": PASSWORD})
    assert "Session 1: 4 sheets are not confirmed yet. Confirm them first." in refused.text
    assert not event.session_draws.exists()


def test_between_two_sessions_the_floor_leads_back_to_the_tables_that_were_played() -> None:
    page = browser("chief-referee", signed_session()).get("/e/high-high/floor/").text
    assert "No tables in this session" in page
    assert 'href="/e/high-high/floor/?session=1"' in page


def test_a_signed_sheet_that_does_not_add_up_is_resolved_before_the_release() -> None:
    event = signed_session()
    sheet = Sheet.objects.get(table__session__event=event, table__number=3)
    Comparison.objects.update_or_create(sheet=sheet, defaults={"contradicts": True})
    shown = browser("chief-referee", event).get("/e/high-high/desk/format/sessions/2/").text
    assert "This is a draft." in shown
    assert "To be resolved before the seats are released: tables 3." in shown
    assert "Release the seats" not in shown


def test_the_cut_shows_who_is_in_and_moves_up_after_a_refusal() -> None:
    event = with_format("final-4", players=8, sessions=3)
    desk, page = browser("organizer", event), "/e/final-4/desk/format/stages/2/cut/"
    before_play = desk.get(page).text
    assert "Nobody has a result yet" in before_play
    assert "Out: 4" not in before_play
    assert "选手1" not in before_play
    play(event, 1)
    early = desk.get(page).text
    assert ("1 session is left before the cut." in early, "Order of the play-off" in early) == (True, False)
    draft = 'href="/e/final-4/desk/format/sessions/3/"'
    assert draft not in early
    play(event, 2)
    decided = desk.get(page).text
    assert ("Order of the play-off" in decided, draft in decided) == (False, True)  # nobody is tied
    assert "In: 4. On the line: 0. Out: 4." in desk.get(page).text
    assert "There is no player with number 99." in desk.post(page, {"play_off": "", "declined": "99"}).text
    assert "Nobody is tied at this cut." in desk.post(page, {"play_off": "1, 2", "declined": ""}).text
    before = cut_before(Standings(event, View(live=True, last_session=2)), event.stages.get(number=2)).cut
    assert desk.post(page, {"play_off": "", "declined": str(before.through[0])}).status_code == 302
    shown = desk.get(page).text
    assert "In: 4. On the line: 0. Out: 3." in shown
    after = cut_before(Standings(event, View(live=True, last_session=2)), event.stages.get(number=2)).cut
    [moved] = set(after.through) - set(before.through)  # of those with equal points the further values decide
    assert f"Because others left, these move up: 选手{moved}." in shown


@pytest.mark.parametrize(
    ("number", "changed", "field", "sentence"),
    [
        (2, {"frozen": 8, "pools": 4}, "id_pools", "Stage 2: Choose pools or frozen brackets, not both."),
        (2, {"frozen": 10}, "id_frozen", "Stage 2: Brackets of 10 do not fit 16 players; use a multiple of four."),
        (
            2,
            {"last_session": 9},
            "id_last_session",
            "Stage 2: The last stage must end with session 10",
        ),
        (1, {"last_session": 10}, "id_last_session", "Stage 2: The last session (10) is before the first (11)."),
        (1, {"pools": 20}, "id_pools", "Stage 1: 32 players are too few for 20 pools"),
        (2, {"method": "cross"}, "id_who", "Stage 2: A cross-over needs the best of each pool."),
        (1, {"advance": 8}, "id_advance", "Stage 2: 8 go on from the stage before, but this stage is for 16."),
    ],
)
def test_what_does_not_fit_stands_beside_its_field(
    number: int, changed: dict[str, object], field: str, sentence: str
) -> None:
    event = planned("plan", 32, 10)
    desk, page = browser("organizer", event), "/e/plan/desk/format/"
    desk.post(page, {"ready": "final-16"})
    best = {"who": "best", "count": 16} if number == 2 else {"who": "all", "advance": 16}
    form = {"last_session": 10 if number == 2 else 8, "method": "chart", "carry": "full", "for_units": "on"}
    answer = desk.post(f"{page}stages/{number}/", form | best | changed)
    assert answer.status_code == 400
    assert beside(answer.text, field).startswith(sentence), beside(answer.text, field)


def test_a_refused_change_of_the_stages_stands_at_the_card() -> None:
    event = planned("set", 16, 6)
    desk, page = browser("organizer", event), "/e/set/desk/format/"
    desk.post(page, {"ready": "final-8"})
    refused = desk.post(f"{page}add/", {"consolation": "1"})
    assert refused.status_code in (302, 400)
    desk.post(page, {"ready": "chart"})
    drawn(event)
    refused = desk.post(f"{page}add/", {"consolation": "1"})
    card = refused.text.split('<li class="sheet stack">')[1]
    assert (refused.status_code, "alert" in card, "Stage 1" in card) == (400, True, True)


def test_no_ready_format_is_offered_when_every_stage_has_tables() -> None:
    event = planned("set", 16, 6)
    desk, page = browser("organizer", event), "/e/set/desk/format/"
    assert "Use this format" in desk.get(page).text
    drawn(event)
    assert "Use this format" not in desk.get(page).text


def test_the_draft_waits_on_the_overview_when_the_last_sheet_is_signed_and_again_after_a_correction() -> None:
    """The results of session 1 are not released: the setting lets them be used, and no other page shows them."""
    event = with_format("high-high", players=16, sessions=3)
    desk, page = browser("organizer", event), "/e/high-high/desk/format/sessions/2/"
    assert "can be drawn" not in desk.get("/e/high-high/desk/").text
    play(event, 1)
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=1)
    sheets.update(state=Sheet.State.SIGNED)
    waiting = desk.get("/e/high-high/desk/").text
    assert "Draw the seats of session 2" in waiting
    assert f'href="{page}"' in waiting
    assert "Session 1 is not released yet" in waiting
    assert 'href="/e/high-high/desk/sessions/1/confirm/"' in waiting
    sheets.update(state=Sheet.State.CONFIRMED)
    assert "Draw the seats of session 2" in desk.get("/e/high-high/desk/").text
    draw_next(event, 2)
    assert "Draw the seats" not in desk.get("/e/high-high/desk/").text
    sheet = sheets.order_by("table__number")[0]
    reopen_sheet(ACTOR, sheet, reason="rows were exchanged")
    assert "Results were corrected after the draw of session 2" in desk.get("/e/high-high/desk/").text
    assert "Session 1: 1 sheet is not signed yet." in desk.get(page).text
    retype(sheet, E=90, S=-50, W=-60, N=20)
    assert "Results were corrected after the draw of session 2" in desk.get("/e/high-high/desk/").text
    shown = desk.get(page).text
    assert re.search(
        r"Results were corrected after the draw; because of this, \d+ players? sits? at another table.", shown
    )
    event.standings_settings.draw_results = "released"
    event.standings_settings.save()
    assert "Session 1 is not released yet." in desk.get(page).text


def test_the_draft_names_who_floats() -> None:
    shown = browser("organizer", led()).get("/e/floats/desk/format/sessions/2/").text
    names = {int(number) for number in re.findall(r"Floats: 选手(\d+)<", shown)}
    assert names
    assert names < set(range(1, 16))


def test_players_who_left_and_corrected_results_wait_on_the_overview_with_the_smallest_change_first() -> None:
    event = with_format("high-high", players=16, sessions=3, fillers=2)
    desk, page = browser("organizer", event), "/e/high-high/desk/format/sessions/2/"
    play(event, 1)
    release_session(ACTOR, event.sessions.get(number=1))
    draw_next(event, 2)
    assert page not in desk.get("/e/high-high/desk/").text
    corrected = Sheet.objects.filter(table__session__event=event, table__session__number=1).first()
    reopen_sheet(ACTOR, corrected, reason="rows were exchanged")
    retype(corrected, E=90, S=-50, W=-60, N=20)
    waiting = desk.get("/e/high-high/desk/").text
    assert "Results were corrected after the draw of session 2" in waiting
    assert page in waiting
    withdraw(ACTOR, event.entries.get(number=5), session=2, reason="ill")
    assert "Left after the draw of session 2: 选手5" in desk.get("/e/high-high/desk/").text
    shown = desk.get(page).text
    assert 'name="how" value="seat"' in shown
    assert '<a href="?how=whole">' in shown
    assert 'name="how" value="whole"' in desk.get(f"{page}?how=whole").text
