"""The tables of a session and each table's page."""

import re

import pytest
from django.test import Client

from scoring.demo import __file__ as demo
from scoring.event_file.selectors.reading import read_event
from tests.support.cup import taken_in
from tests.web.pocket.conftest import page_text
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db


def test_a_session_lists_its_tables_with_seats_and_results(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/tables/")
    assert text.startswith("Tables Session 1 Session 2 Session 2 Table 1 E GARCÍA Luis 1 −11")
    assert "S 王伟 → VIDAL Iris 4 +47" in text
    assert "W Zoë <b>van der Vegt</b> → Ein Gast (filler) 0 −16" in text
    assert "Confirmed" not in text
    assert "Table 2 E GARCÍA Luis 4 +100" in page_text(public, "/e/cup/tables/1/")


def test_officials_see_states_and_contradictions_of_sheets(event: Event, official: Client) -> None:
    assert "Table 1 ● Open E 王伟 4 +32" in page_text(official, "/e/cup/tables/")
    assert "Table 1 ! discrepancy ✓ Confirmed" in page_text(official, "/e/cup/tables/2/")


def test_a_table_shows_its_hands_by_round_with_winds_dealer_and_running_totals(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/tables/1/1/")
    assert "East round 1 王伟 ← from 佐藤 翔太 · 20 points E +44 +44 S −28 −28 W −8 −8 N −8 −8" in text
    assert "2 drawn hand N 0 +44 E 0 −28 S 0 −8 W 0 −8 3 ended by the referee" in text
    assert "4 ROSSI Anna self-drawn · 8 points S −16 +28 W −16 −44 N +48 +40 E −16 −24 South round" in text
    assert "5 not recorded S E N W 6 Łukasz Żółć ← from 王伟 · 10 points" in text
    assert "Penalty: 王伟 +10, 佐藤 翔太 −30, ROSSI Anna +10, Łukasz Żółć +10 E −8 +20 N −38 −82 W +2 +42" in text
    assert "Sum of the hands +20 −82 +42 +20 Signed totals +20 −82 +42 +20 Table 2 ›" in text
    assert "with gaps" in text
    assert "shorter" in text


def test_the_result_names_the_real_players_and_who_is_credited(event: Event, public: Client) -> None:
    reserve = page_text(public, "/e/cup/tables/2/1/")
    assert "S 王伟 CN VIDAL Iris from the start (reserve) this result counts for VIDAL Iris 4 +47" in reserve
    assert "1 VIDAL Iris ← from GARCÍA Luis · 13 points" in reserve
    left = page_text(public, "/e/cup/tables/2/2/")
    assert "Ein Gast from hand 9 (filler) left during the session: 0 table points" in left
    assert "at the table: 1.5 TP, −16 CP 0 −16" in left
    assert "Penalties outside the hands −10 – – – Sum of the hands −26 −16 −16 +48" in left
    assert "ROSSI Anna −10 3.11.2.1, five minutes late ‹ Table 1" in left


def test_a_hand_that_is_not_recorded_keeps_its_room_in_the_course(event: Event, public: Client) -> None:
    page = public.get("/e/cup/tables/1/1/").text
    (east, *_others) = re.findall(r'<polyline points="([^"]+)"/>', page)
    # The start and hands 1 to 6; hand 5 is not recorded.
    assert [corner.split(",")[0] for corner in east.split()] == ["0", "166", "333", "500", "666", "1000"]
    assert re.findall(r'class="plot-below"[^>]*>(\d+)<', page) == ["0", "1", "2", "3", "4", "5", "6"]


def test_hands_that_do_not_give_the_signed_totals_are_not_drawn(event: Event, public: Client) -> None:
    course, why = "The course of the session", "The recorded hands do not add up to the signed totals, which count."
    for table, drawn in (("1/1", True), ("1/2", False), ("2/1", False), ("2/2", True)):
        text = page_text(public, f"/e/cup/tables/{table}/")
        assert (course in text, why in text) == (drawn, table == "2/1"), table


def test_totals_without_hands_are_explained(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/tables/1/2/")
    assert "i totals only Result" in text
    assert "Only the signed totals of this table are recorded, no hands." in text


def test_forfeited_and_empty_seats_are_explained(event: Event, official: Client) -> None:
    text = page_text(official, "/e/cup/tables/3/2/")
    assert "MÜLLER Eva GER 路人乙 from the start (filler) session forfeited, 0 table points and 0 points:" in text
    assert "came at hand 4 0 0" in text
    assert "W +34 +34" in text
    assert "4 not played: the deal of an empty seat" in text
    assert "ROSSI Anna −5 3.11.2.2" in text
    assert "filler: no player gets this result 1.5 −8" in page_text(official, "/e/cup/tables/3/1/")


def test_only_officials_see_a_contradiction_with_its_cause(event: Event, public: Client, official: Client) -> None:
    text = page_text(official, "/e/cup/tables/2/1/")
    assert "Using the hands would change the table points The hands and the signed totals do not match" in text
    assert "Likely cause: a false win of 2 佐藤 翔太 (−30) is only in the totals" in text
    # Only hand 1 is recorded: the winds are those of hand 2.
    assert "Winds of hand 2 Hands Signed Difference E 1 王伟 → 10 VIDAL Iris +37 4 TP +47 4 TP +10" in text
    assert "W 2 佐藤 翔太 −8 1.5 TP −38 0 TP −30 N 5 GARCÍA Luis −21 0 TP −11 1 TP +10" in text
    for word in ("Discrepancy", "Likely cause", "Difference", "false win"):
        assert word not in page_text(public, "/e/cup/tables/2/1/")


def test_the_demo_shows_officials_the_cause_at_table_9_of_session_4(public: Client) -> None:
    with open(demo.replace("__init__.py", "event_open_2018.json"), "rb") as file:
        event = taken_in(read_event(file.read()), release=7)
    administrator = Client(headers={"accept-language": "en"})
    administrator.force_login(Account.objects.create_user("administrator", is_superuser=True))
    address = f"/e/{event.slug}/tables/4/9/"
    text = page_text(administrator, address)
    assert "The table points stay the same either way" in text
    assert "Likely cause: a false win of 45 Player 045 (−30) is only in the totals" in text
    assert "45 Player 045 −184 0 TP −214 0 TP −30" in text
    assert "false win" not in page_text(public, address)
    home = page_text(administrator, f"/e/{event.slug}/")
    assert "37 tables do not add up · 4 × totals only · 19 × shorter" in home


def test_a_table_links_to_its_neighbours(event: Event, public: Client) -> None:
    assert page_text(public, "/e/cup/tables/1/1/").endswith("Table 2 ›")
    assert page_text(public, "/e/cup/tables/1/2/").endswith("‹ Table 1")


@pytest.mark.parametrize("address", ["tables/3/", "tables/3/1/", "tables/4/", "tables/1/3/", "tables/0/1/"])
def test_unreleased_and_unknown_tables_are_not_found(address: str, event: Event, public: Client) -> None:
    assert public.get(f"/e/cup/{address}").status_code == 404


def test_fragments_of_unreleased_tables_are_not_found(event: Event, public: Client, official: Client) -> None:
    assert public.get("/live/cup/table?subject=3-1&v=0", follow=True).status_code == 404
    assert official.get("/live/cup/table?subject=3-1&v=0", follow=True).status_code == 200
    assert "王伟" not in public.get("/live/cup/tables?subject=3&v=0", follow=True).content.decode()
    for subject in ("", "x", "1", "1-1-1", "-1", "１-１"):
        assert public.get(f"/live/cup/table?subject={subject}&v=0", follow=True).status_code == 404
