"""The list of contradictions."""

import json
import re

import pytest

from tests.support.page_reading import visible_text
from tests.support.paths import DATA
from tests.web.desk.conftest import contradicting, document, taken_in
from tournament.events.models.tables import Table

PAGE = "/e/event-1/desk/contradictions/"


def rows(page: str) -> list[str]:
    """Return the texts of the rows of the first table."""
    body = page.split("<tbody", 1)[1].split("</tbody>", 1)[0] if "<tbody" in page else ""
    return [visible_text(f"<tr{row}") for row in body.split("<tr")[1:]]


def test_each_row_shows_table_players_difference_cause_and_order(signed_in):
    plain = contradicting(document(), (1, 2))
    seats = plain["sessions"][0]["tables"][1]["seats"]
    names = {player["number"]: player["name"] for player in plain["players"]}
    taken_in(plain)
    page = signed_in("administrator").get(PAGE).content.decode()
    [row] = rows(page)
    assert row.index("Session 1, table 2") < row.index("do not match") < row.index("the order")
    # The winds of hand 7, which the likely cause names: the starting North deals (A4).
    in_winds = [("East –", "N"), ("South –", "W"), ("West −2", "S"), ("North +2", "E")]
    lines = " ".join(f"{wind} {seats[seat]} {names[seats[seat]]}" for wind, seat in in_winds)
    assert f"{lines} Winds of hand 7" in row
    assert 'href="/e/event-1/tables/1/2/"' in page
    assert (
        f"do not match Likely cause: wrong points of a hand: {seats['E']} {names[seats['E']]} "
        "has +2 more in the totals (hand 7) ○"
    ) in row
    assert row.endswith("Resolve…")


def test_without_results_nothing_is_said_to_agree(signed_in):
    plain = document()
    plain["sessions"] = []
    taken_in(plain)
    page = signed_in("administrator").get(PAGE).content.decode()
    assert "Nothing to compare yet" in page
    assert "every table agree" not in page


def test_list_and_settling_name_everybody_who_really_sat_there(signed_in):
    event = taken_in(contradicting(document(), (1, 2)))
    table = Table.objects.get(session__event=event, session__number=1, number=2)
    east = table.sittings.get(seat="E").entry
    table.sittings.create(seat="E", from_hand=5, name="路人甲")
    client = signed_in("administrator")
    whole = f"{east.number} {east.name} → 路人甲"
    assert f"North +2 {whole}" in rows(client.get(PAGE).content.decode())[0]
    assert f"N {whole}" in rows(client.get(f"{PAGE}1/2/").content.decode())[3]


def test_list_and_settling_name_winds_and_persons_of_the_hand_that_is_wrong(signed_in):
    """In hand 9 the starting West deals (A4), and a filler has the seat of the starting South."""
    plain = document()
    table = plain["sessions"][1]["tables"][2]
    [hand] = [hand for hand in table["hands"] if hand["no"] == 9]
    assert (hand["winner"], hand["discarder"]) == ("N", "E")
    hand["discarder"] = "S"
    event = taken_in(plain)
    seats = Table.objects.get(session__event=event, session__number=2, number=3)
    people = {sitting.seat: f"{sitting.entry.number} {sitting.entry.name}" for sitting in seats.sittings.all()}
    seats.sittings.create(seat="S", from_hand=5, name="路人甲")
    cause = f"wrong discarder: 路人甲 is recorded, but it is {people['E']} by the totals (hand 9)"
    client = signed_in("administrator")
    [row] = rows(client.get(PAGE).content.decode())
    first, last = f"East – {people['W']} South – {people['N']}", f"North −14 {people['E']} Winds of hand 9"
    assert f"{first} West +14 {people['S']} → 路人甲 {last}" in row
    assert cause in row
    page = client.get(f"{PAGE}2/3/").content.decode()
    shown = [row.split(" ⇄")[0] for row in rows(page)]
    starts = [f"E {people['W']}", f"S {people['N']}", f"W {people['S']} → 路人甲", f"N {people['E']}"]
    assert [row[: len(start)] for row, start in zip(shown, starts, strict=True)] == starts
    assert "Winds of hand 9" in page
    assert cause in page


def test_list_and_settling_name_who_sat_on_exchanged_seats_in_the_hand_that_is_wrong(signed_in):
    """From hand 5 on the starting South and East sit on each other's seats."""
    plain = document()
    [hand] = [hand for hand in plain["sessions"][1]["tables"][2]["hands"] if hand["no"] == 9]
    hand["discarder"] = "S"
    event = taken_in(plain)
    seats = Table.objects.get(session__event=event, session__number=2, number=3)
    people = {sitting.seat: sitting.entry for sitting in seats.sittings.all()}
    for seat, other in (("E", "S"), ("S", "E")):
        seats.sittings.create(seat=seat, entry=people[other], from_hand=5, exchanged=True)
    client = signed_in("administrator")
    for page in (PAGE, f"{PAGE}2/3/"):
        text = client.get(page).content.decode()
        assert f"wrong discarder: {people['E']} is recorded, but it is {people['S']} by the totals (hand 9)" in text
        assert f"{people['E']} → {people['S']}" in text
        assert f"{people['S']} → {people['E']}" in text


def test_a_cause_that_names_no_hand_shows_the_winds_of_the_last_one_and_everybody_of_a_seat(signed_in):
    plain = document()
    totals = plain["sessions"][0]["tables"][0]["totals"]
    totals["E"], totals["S"] = totals["S"], totals["E"]
    event = taken_in(plain)
    table = Table.objects.get(session__event=event, session__number=1, number=1)
    people = {sitting.seat: f"{sitting.entry.number} {sitting.entry.name}" for sitting in table.sittings.all()}
    table.sittings.create(seat="S", from_hand=5, name="路人甲")
    client = signed_in("administrator")
    [row] = rows(client.get(PAGE).content.decode())
    assert f"{people['S']} → 路人甲 South" in row
    assert "Winds of hand 16" in row
    assert f"columns exchanged: {people['E']} and {people['S']} → 路人甲" in row


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("", ["Session 1, table 1", "Session 2, table 3", "Session 2, table 4"]),
        ("?session=2", ["Session 2, table 3", "Session 2, table 4"]),
        ("?kind=table-points", ["Session 2, table 4"]),
        ("?session=1&kind=table-points", []),
        ("?session=nine", ["Session 1, table 1", "Session 2, table 3", "Session 2, table 4"]),
    ],
)
def test_the_list_is_filtered_by_session_and_kind(signed_in, query, places):
    plain = contradicting(document(), (1, 1), (2, 3))
    stated = plain["sessions"][1]["tables"][3]["table_points"]
    stated["E"], stated["S"] = stated["S"], stated["E"]
    taken_in(plain)
    page = signed_in("administrator").get(PAGE + query).content.decode()
    listed = [re.search(r"Session \d, table \d", row)[0] for row in rows(page) if "Session" in row]
    assert listed == places
    assert ("None of this kind" in page) == (not places)


def test_marked_tables_that_add_up_are_listed_separately(signed_in):
    plain = document()
    del plain["sessions"][0]["tables"][0]["hands"]
    del plain["sessions"][0]["tables"][1]["hands"]
    taken_in(plain)
    page = signed_in("administrator").get(PAGE).content.decode()
    assert "No discrepancies" in page
    assert "2 × totals only" in page
    assert rows(page) == ["Session 1, table 1 i totals only", "Session 1, table 2 i totals only"]


def test_the_real_event_lists_its_contradictions(signed_in):
    taken_in(json.loads((DATA / "event_open_2018.json").read_text()))
    client = signed_in("administrator")
    first = client.get("/e/open-2018/desk/contradictions/").content.decode()
    second = client.get("/e/open-2018/desk/contradictions/?page=2").content.decode()
    assert len(rows(first)) + len(rows(second)) == 37
    assert "4 × totals only" in first
    assert "19 × shorter" in first
    [row] = [row for row in rows(first) + rows(second) if "Session 4, table 9 " in row]
    assert "is only in the totals" in row


def test_the_same_number_of_queries_for_one_and_three(signed_in, queries):
    taken_in(contradicting(document("one"), (1, 1)))
    taken_in(contradicting(document("three"), (1, 1), (2, 2), (3, 3)))
    client = signed_in("administrator")
    page = "/e/{}/desk/contradictions/?session="
    assert queries(lambda: client.get(page.format("one"))) == queries(lambda: client.get(page.format("three")))
