"""The list of contradictions."""

import json
import re

import pytest

from scoring.sheets.models.results import Comparison
from scoring.sheets.selectors.checking.findings import cause_text
from tests.support.paths import DATA
from tests.web.desk.conftest import contradicting, document, taken_in
from tournament.events.models.tables import Table

PAGE = "/e/event-1/desk/contradictions/"


def rows(page: str) -> list[str]:
    """Return the texts of the rows of the first table."""
    body = page.split("<tbody", 1)[1].split("</tbody>", 1)[0] if "<tbody" in page else ""
    texts = (re.sub(r"<[^>]+>", " ", f"<tr{row}") for row in body.split("<tr")[1:])
    return [" ".join(text.split()) for text in texts]


def test_each_row_shows_table_players_difference_cause_and_order(signed_in):
    plain = contradicting(document(), (1, 2))
    seats = plain["sessions"][0]["tables"][1]["seats"]
    names = {player["number"]: player["name"] for player in plain["players"]}
    taken_in(plain)
    page = signed_in("administrator").get(PAGE).content.decode()
    [row] = rows(page)
    assert row.index("Session 1, table 2") < row.index("do not match") < row.index("the order")
    assert f"East +2 {seats['E']} {names[seats['E']]}" in row
    assert f"South −2 {seats['S']} {names[seats['S']]}" in row
    assert f"West – {seats['W']} {names[seats['W']]}" in row
    assert 'href="/e/event-1/tables/1/2/"' in page
    assert f"do not match Likely cause: {cause_text(Comparison.objects.get(contradicts=True))}" in row
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
    assert f"East +2 {whole}" in rows(client.get(PAGE).content.decode())[0]
    assert f"E {whole}" in rows(client.get(f"{PAGE}1/2/").content.decode())[0]


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
