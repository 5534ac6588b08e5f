"""A player leaves after the release of a session's draw: the seat, the touched tables, or all tables."""

from itertools import combinations

import pytest

from scoring.formats.selectors.leavers import leavers, mended, mendings
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.services.session_draws import release_session_draw
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, play, retype, with_format
from tests.web.desk.draw.test_draw import PASSWORD, browser
from tournament.draws.rules.changes.verify_mended import drawn_parts, record_faults
from tournament.draws.rules.verify_round import faults
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def left(event: Event, *numbers: int) -> Event:
    """Play the first session, release the second, and let players leave."""
    play(event, 1)
    draw_next(event, 2)
    for number in numbers:
        withdraw(ACTOR, event.entries.get(number=number), session=2, reason="ill")
    return Event.objects.select_related("ledger").get(pk=event.pk)


def released(event: Event) -> list[list[int]]:
    return list(event.session_draws.get(state="released").tables)


def test_a_filler_takes_the_seat_and_nobody_else_moves() -> None:
    event = left(with_format("high-high", players=16, sessions=3, fillers=2), 5)
    before = released(event)
    draft = mended(event, 2, "seat")
    assert draft.tables == [[17 if number == 5 else number for number in four] for four in before]
    release_session_draw(ACTOR, event, session=2, digest=draft.digest, how="seat")
    assert released(event) == draft.tables
    assert leavers(event.session_draws.get(state="released")) == []


def test_only_the_touched_tables_are_drawn_again() -> None:
    event = left(with_format("high-high", players=16, sessions=3, fillers=4), 1, 16)
    before = released(event)
    touched = [at for at, four in enumerate(before) if {1, 16} & set(four)]
    draft = mended(event, 2, "touched")
    assert [at for at, four in enumerate(before) if draft.tables[at] != four] == touched
    seated = sorted(number for four in draft.tables for number in four)
    assert seated == [*range(2, 16), 17, 18]
    release_session_draw(ACTOR, event, session=2, digest=draft.digest, how="touched")
    drawn = event.session_draws.get(state="released")
    record = {"tables": drawn.tables, "parts": drawn.parts, "earlier": [{"version": 1, "tables": before}]}
    assert record_faults(record) == []
    [part] = drawn_parts(record)
    assert part["result"]["method"] == "fours"
    assert faults(part["document"], part["result"]) == []


def test_two_who_leave_one_table_give_it_to_two_fillers() -> None:
    event = left(with_format("high-high", players=16, sessions=3, fillers=2), *range(1, 3))
    before = released(event)
    assert {1, 2} <= set(before[0])
    draft = mended(event, 2, "touched")
    assert [sorted(draft.tables[0]), *draft.tables[1:]] == [sorted({*before[0], 17, 18} - {1, 2}), *before[1:]]


def test_each_way_counts_the_pairs_that_have_met() -> None:
    """A player leaves table 1 of a final: the others have met there, and the next in rank met some of them before."""
    event = with_format("final-4", players=8, sessions=3, fillers=1)
    for session in (1, 2):
        play(event, session)
    draw_next(event, 3)
    left_one = event.session_draws.get(state="released").tables[0][0]
    withdraw(ACTOR, event.entries.get(number=left_one), session=3, reason="ill")
    event = Event.objects.select_related("ledger").get(pk=event.pk)
    ways = mendings(event.session_draws.get(state="released"))
    assert [way.rematches for way in ways] == [met_before(mended(event, 3, way.how).tables, event) for way in ways]
    assert ways[0].rematches > 0


def met_before(tables: list[list[int]], event: Event) -> int:
    """Count the pairs of the tables that sat at one table in an earlier session."""
    sat: dict[int, set[int]] = {}
    for table, number in Sitting.objects.filter(table__session__event=event, table__session__number__lt=3).values_list(
        "table", "entry__number"
    ):
        sat.setdefault(number, set()).add(table)
    return sum(bool(sat[one] & sat[two]) for four in tables for one, two in combinations(four, 2))


def test_each_way_says_its_effect_and_a_table_less_cannot_keep_its_seats() -> None:
    event = left(with_format("high-high", players=16, sessions=3), 1, 2, 3, 4)
    seat, touched, whole = mendings(event.session_draws.get(state="released"))
    assert seat.against == "There are fewer tables now: draw the tables again instead."
    assert not touched.against
    assert not whole.against
    assert touched.moved <= whole.moved
    assert len(mended(event, 2, "touched").tables) == 3


def test_a_stage_that_begins_keeps_its_brackets_when_the_next_in_rank_moves_up() -> None:
    event = with_format("final-8", players=16, sessions=3)
    for session in (1, 2):
        play(event, session)
    draw_next(event, 3)
    first = event.session_draws.get(state="released").tables[0][0]
    withdraw(ACTOR, event.entries.get(number=first), session=3, reason="ill")
    event = Event.objects.select_related("ledger").get(pk=event.pk)
    draft = mended(event, 3, "seat")
    [came] = draft.parts[0].document["come"]
    release_session_draw(ACTOR, event, session=3, digest=draft.digest, how="seat")
    chosen = set(event.stages.get(number=2).stage_entries.values_list("entry__number", flat=True))
    assert came in chosen
    assert first not in chosen
    assert len(chosen) == 8


def test_too_few_fillers_are_named_for_each_way() -> None:
    event = left(with_format("high-high", players=16, sessions=3), 7)
    assert {way.against for way in mendings(event.session_draws.get(state="released"))} == {
        "More fillers are needed: enter 1 more to complete the tables."
    }
    with pytest.raises(CannotDraw):
        mended(event, 2, "seat")


def test_the_desk_shows_the_three_ways_and_releases_the_chosen_one() -> None:
    event = left(with_format("high-high", players=16, sessions=3, fillers=2), 5)
    desk, page = browser("organizer", event), "/e/high-high/desk/format/sessions/2/"
    shown = desk.get(page).text
    assert "Left after the release: 选手5." in shown
    assert "Draw the touched tables again" in shown
    assert "by the rule" not in shown  # nothing is searched where a filler takes the seat
    assert "The best draw found by the rule." in desk.get(f"{page}?how=whole").text
    chosen = desk.get(f"{page}?how=seat").text
    digest = chosen.split('name="digest" value="')[1][:64]
    assert desk.post(page, {"digest": digest, "how": "seat", "password": PASSWORD}).status_code == 302
    assert 17 in {number for four in released(event) for number in four}
    after = desk.get(page).text
    assert "陪打1" in after
    for sentence in ("Left after the release", "Results were corrected", "Release the new draw"):
        assert sentence not in after
    sheet = Sheet.objects.filter(table__session__event=event, table__session__number=1).order_by("table__number")[0]
    reopen_sheet(ACTOR, sheet, reason="rows were exchanged")
    retype(sheet, E=90, S=-50, W=-60, N=20)
    assert "Results were corrected after the draw" in desk.get("/e/high-high/desk/").text
    offered = desk.get(page).text
    assert ("Results were corrected after the draw" in offered, "Release the new draw" in offered) == (True, True)
    assert "from table" in offered
