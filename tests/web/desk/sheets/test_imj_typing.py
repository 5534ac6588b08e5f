"""Typing a sheet of the International Mahjong Rules: wrong input beside its field, questions, corrections."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.event_file.services.importing import import_event
from scoring.game.rules.imj.keying import type_hand
from scoring.settings.models.imj import ImjSettings
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.services.people.periods import seat_period
from tests.scoring.game.rules.imj.tables import played
from tests.support.form_reading import form_with
from tests.support.imj import ACTOR, ASKED, imj_document
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
#: A whole table, and its keys.
TABLE = played(5)
KEYS = [type_hand(hand, "words") for hand in TABLE.hands]
PAGE = reverse("desk:typing", args=["imj-cup", 2, 1])


@pytest.fixture
def event() -> Event:
    import_event(ACTOR, document=imj_document())
    return Event.objects.get()


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """Return an empty sheet whose periods are seated."""
    sheet = Sheet.objects.get(table__session__number=2, table__number=1)
    for period, order in TABLE.orders.items():
        seat_period(ACTOR, sheet, seen=sheet.version, period=period, places="".join(order))
        sheet.refresh_from_db()
    return sheet


@pytest.fixture
def client(event: Event, signed_in) -> Client:
    return signed_in("scorekeeper", event)


def typed(client: Client, values: dict[str, str], do: str = "save") -> tuple[int, str]:
    """Type into the page's form and press a button; return status and page."""
    form = form_with(client.get(PAGE).content.decode(), "h1")
    answer = client.post(PAGE, form.sent | values | {"do": do})
    return answer.status_code, answer.content.decode()


def beside(page: str, name: str) -> str:
    """Return the error that the page shows beside a field."""
    return page.split(f'id="e-{name}"')[1].split(">", 1)[1].split("</span>")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abc", "This is not a hand."),
        ("113", "The winner and the discarder cannot be the same player."),
        ("13", "The points of the won hand are missing."),
        ("130", "Enter half a fan, or 1 to 60 fans."),
        ("1361", "Enter half a fan, or 1 to 60 fans."),
        ("132", "These are fewer fans than agreed (IMJ 7.2)."),
        ("105K", "Choose whose kong was robbed."),
        ("135B2", "Bound to lose applies only to a self-drawn win (IMJ 33)."),
        ("105B1", "The winner cannot be bound to lose."),
        ("135F1", "The winner and the discarder cannot declare a false win in the same hand."),
        ("105F2", "No tile is drawn after a false win in the same hand (IMJ 34.7)."),
        ("F22", "A player is named twice."),
    ],
)
def test_wrong_input_is_said_beside_its_field_and_stays(
    client: Client, event: Event, sheet: Sheet, text: str, message: str
) -> None:
    ImjSettings.objects.filter(event=event).update(lowest_fans=4)
    status, page = typed(client, {"h1": "124", "h2": text})
    assert status == 400
    assert message in beside(page, "h2")
    assert beside(page, "h1").strip() == ""
    form = form_with(page, "h1")
    assert (form.sent["h1"], form.sent["h2"]) == (["124"], [text])
    assert not Hand.objects.current().filter(sheet=sheet).exists()


def test_the_page_has_the_lines_due_and_takes_added_ones(client: Client, sheet: Sheet) -> None:
    page = client.get(PAGE).content.decode()
    assert 'name="h9"' in page
    assert 'name="h10"' not in page
    assert "data-grows" in page
    assert typed(client, {f"h{no}": keys for no, keys in enumerate(KEYS, 1)} | {"acknowledged": ASKED})[0] == 302
    assert Hand.objects.current().filter(sheet=sheet).count() == len(KEYS) > 9
    assert f'name="h{len(KEYS)}"' in client.get(PAGE).content.decode()


def test_a_hand_after_a_gap_and_one_after_the_end_are_refused(client: Client, sheet: Sheet) -> None:
    status, page = typed(client, {"h2": "124"})
    assert (status, beside(page, "h2")) == (400, "Hand 2 comes before an earlier one is entered.")
    after = len(TABLE.hands) + 1
    status, page = typed(client, {f"h{no}": keys for no, keys in enumerate(KEYS, 1)} | {f"h{after}": "0"})
    assert (status, beside(page, f"h{after}")) == (400, f"The table is over: there is no hand {after}.")
    assert form_with(page, "h1").sent["h1"] == [KEYS[0]]


def test_the_highest_rank_is_asked_back_and_nothing_is_lost(client: Client, sheet: Sheet) -> None:
    status, page = typed(client, {"h1": "1219", "referee": "赵敏"})
    assert status == 409
    assert "Hand 1: the highest number of fans. Is that right?" in page
    form = form_with(page, "h1")
    assert (form.sent["h1"], form.sent["referee"]) == (["1219"], ["赵敏"])


def test_a_table_that_ends_early_is_asked_about_before_it_is_signed(client: Client, sheet: Sheet) -> None:
    totals = {"totalE": "20016", "totalS": "19984", "totalW": "20000", "totalN": "20000"}
    status, page = typed(client, {"h1": "124", "referee": "赵敏"} | totals, do="sign")
    assert status == 409
    assert "The last round is not over. Was the time up?" in page


def test_a_correction_names_the_later_hands_that_change(client: Client, sheet: Sheet) -> None:
    dealer = "ESWN".index(TABLE.orders[1][0]) + 1
    other, third, _fourth = (column for column in range(1, 5) if column != dealer)
    hands = {"h1": f"{dealer}{other}2", "h2": f"{dealer}{other}2", "h3": f"{other}{third}2"}
    assert typed(client, hands)[0] == 302
    status, page = typed(client, {"h1": f"{other}{third}2"})
    assert status == 409
    assert "Dealers and rounds of later hands change: 2: period 1, round 1, dealer" in page
    assert form_with(page, "h1").sent["h1"] == [f"{other}{third}2"]
    form = form_with(page, "acknowledged")
    form.sent["acknowledged"] = form.boxes["acknowledged"]
    assert client.post(PAGE, form.sent | {"do": "save"}).status_code == 302
    assert Hand.objects.current().get(sheet=sheet, no=1).winner == "ESWN"[other - 1]


def test_the_page_has_no_table_points_and_names_round_and_dealer(client: Client, sheet: Sheet) -> None:
    page = client.get(PAGE).content.decode()
    assert "Table points as written" not in page
    assert 'id="other-mode"' not in page
    check = client.get(reverse("desk:typing-check", args=["imj-cup", 2, 1]), {"mode": "words", "seen": "1", "h1": "F1"})
    first, second, *_others = TABLE.orders[1]
    assert check.json()["deals"] == {"1": f"1 · 1 · {first}", "2": f"1 · 1 · {second}"}


def test_an_order_that_is_not_the_four_is_said_beside_its_field(client: Client, sheet: Sheet) -> None:
    address = reverse("desk:sheet-period", args=["imj-cup", 2, 1])
    chosen = {"period-period": "1", "period-first": "S", "period-second": "W", "period-third": "S"}
    answer = client.post(address, chosen | {"seen": str(sheet.version)})
    page = answer.content.decode()
    assert answer.status_code == 400
    fields = {
        name: part for part in re.split(r'class="field[ "]', page) for name in re.findall(r'name="(period-\w+)"', part)
    }
    assert "This player is named already." in fields["period-third"]
    assert "required" in fields["period-fourth"]
    assert "field-errors" not in fields["period-first"]
    sent = form_with(page, "period-first").sent
    assert {name: sent[name] for name in chosen} == {name: [seat] for name, seat in chosen.items()}
    whole = chosen | {"period-third": "N", "period-fourth": "E", "seen": str(sheet.version)}
    assert client.post(address, whole).status_code == 302
    sheet.refresh_from_db()
    assert facts_of(sheet).course.deals[1].dealer == "S"
