"""Lists of results of the International Mahjong Rules: ranks in fans, and what these rules add to a hand."""

import pytest
from django.test import Client

from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.periods import seat_period
from tests.support.imj import ACTOR, imj_sheet
from tests.web.desk.sheets.test_import_results import PAGE, save

pytestmark = pytest.mark.django_db
HEADINGS = "table,hand,winner,discarder,fans,robbed kong,bound to lose,false win"


@pytest.fixture
def sheet() -> Sheet:
    sheet = imj_sheet()
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    return sheet


@pytest.fixture
def typist(sheet: Sheet, signed_in) -> Client:
    return signed_in("scorekeeper", sheet.table.session.event)


def listed(*rows: str) -> dict[str, str]:
    return {"text": "\n".join([HEADINGS, *rows]), "session": "1"}


def test_every_kind_of_hand_is_read_with_its_fans(typist: Client, sheet: Sheet) -> None:
    rows = ["1,1,East,South,5,no,,", "1,2,South,self,½,,,", "1,3,West,North,6.5,yes,,", "1,4,North,self,8,,East,"]
    rows += ["1,5,East,South,13,,,West/North", "1,6,none,,,,,South", "1,7,draw,,,,,", "1,8,*,,,,,"]
    page = typist.post(PAGE, listed(*rows))
    assert [(line["state"], line["holds"]) for line in page.context["lines"]] == [("new", "8 hands")]
    save(typist, page)
    hands = Hand.objects.current().order_by("no")
    assert [(row.winner, row.discarder, row.points, row.robbed, row.bound, row.false_wins) for row in hands] == [
        ("E", "S", 10, False, "", ""), ("S", "", 1, False, "", ""), ("W", "N", 13, True, "", ""),
        ("N", "", 16, False, "E", ""), ("E", "S", 26, False, "", "WN"), ("", "", None, False, "", "S"),
        ("", "", None, False, "", ""), ("", "", None, False, "", ""),
    ]  # fmt: skip
    assert [row.result for row in hands][-2:] == [Hand.Result.DRAWN, Hand.Result.ABORTED]


def test_totals_are_the_mados_held(typist: Client, sheet: Sheet) -> None:
    text = "Session;Table;East;South;West;North\n1;1;20016;19984;20000;20000\n"
    save(typist, typist.post(PAGE, {"text": text}))
    totals = dict(SignedTotal.objects.current().filter(sheet=sheet).values_list("seat", "points"))
    assert totals == {"E": 20_016, "S": 19_984, "W": 20_000, "N": 20_000}


def test_wrong_fans_are_named_with_row_and_column(typist: Client, sheet: Sheet) -> None:
    page = typist.post(PAGE, listed("1,1,East,South,x,,,"))
    [line] = page.context["lines"]
    assert line["problems"] == ["Row 2, Fans of the hand: Write fans like 5 or ½."]
    assert not Hand.objects.exists()


def test_a_changed_hand_is_shown_with_its_fans(typist: Client, sheet: Sheet) -> None:
    save(typist, typist.post(PAGE, listed("1,1,East,South,5,,,")))
    [line] = typist.post(PAGE, listed("1,1,East,self,8,,North,")).context["lines"]
    assert line["changes"] == [
        "Hand 1: East from South, 5 fans → East self-drawn, 8 fans; bound to lose: North",
    ]


def test_the_form_has_the_columns_of_this_game(typist: Client, sheet: Sheet) -> None:
    form = typist.post(PAGE, listed("1,1,East,South,5,,,")).context["form"]
    labels = [field.label for field in form.column_fields]
    assert {"Fans of the hand", "Mados held", "Robbed kong", "Bound to lose", "False wins"} <= set(labels)
    assert "Table points" not in labels
