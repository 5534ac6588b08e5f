"""The Table under the International Mahjong Rules, without script."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.sheets.models.facts import Hand, RoundSeating
from scoring.sheets.models.sheets import Sheet
from tests.scoring.game.rules.imj.test_course import HANDS
from tests.support.imj import imj_sheet, play
from tests.web.table.phone.phones import phone_at, url

pytestmark = pytest.mark.django_db

SEATS = {"period-period": 1, "period-first": "S", "period-second": "W", "period-third": "N", "period-fourth": "E"}


@pytest.fixture
def sheet() -> Sheet:
    return imj_sheet()


def page(client: Client, sheet: Sheet) -> str:
    return client.get(url(sheet)).content.decode()


def send(client: Client, sheet: Sheet, **facts: Any) -> Any:
    sheet.refresh_from_db()
    return client.post(url(sheet, "hand"), {"seen": sheet.version, **facts})


def test_the_seats_of_a_period_are_entered_before_its_first_deal(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    assert "Seats of period 1: enter them before the first hand" in page(phone, sheet)
    assert phone.post(url(sheet, "period"), {"seen": 0, **SEATS}).status_code == 302
    assert RoundSeating.objects.current().get(sheet=sheet).seats == "SWNE"
    text = page(phone, sheet)
    assert "Seats of the period" in text
    assert ">20000<" in text
    assert "+20000" not in text


def test_players_sign_the_mados_they_hold_and_see_every_false_win(sheet: Sheet) -> None:
    play(sheet, HANDS, {1: "SWNE"})
    text = phone_at(sheet).get(url(sheet, "signing")).content.decode()
    assert ">21000<" in text
    assert "TP" not in re.sub(r'value="[^"]*"', "", text)  # a token may hold these letters
    assert "false win: " in text
    assert "robbed kong" in text
    assert "aborted, replayed" in text
    assert "drawn hand" not in text


def test_a_player_named_twice_is_refused_beside_the_field(sheet: Sheet) -> None:
    answer = phone_at(sheet).post(url(sheet, "period"), {"seen": 0, **SEATS, "period-third": "S"})
    assert answer.status_code == 400
    assert "This player is named already." in answer.content.decode()
    assert not RoundSeating.objects.exists()


@pytest.mark.parametrize(
    ("facts", "stored"),
    [
        ({"winner": "E", "discarder": "S", "points": "½"}, ("E", "S", 1, False, "", "")),
        ({"winner": "E", "discarder": "self", "points": "13"}, ("E", "", 26, False, "", "")),
        ({"winner": "E", "discarder": "S", "points": "3", "robbed": 1}, ("E", "S", 6, True, "", "")),
        ({"winner": "E", "discarder": "self", "points": "8", "bound": "S"}, ("E", "", 16, False, "S", "")),
        ({"winner": "S", "discarder": "W", "points": "4", "false_wins": ["E"]}, ("S", "W", 8, False, "", "E")),
        ({"winner": "drawn", "false_wins": ["E", "N"]}, ("", "", None, False, "", "EN")),
        ({"winner": "drawn"}, ("", "", None, False, "", "")),
    ],
)
def test_every_kind_of_deal(sheet: Sheet, facts: dict[str, Any], stored: tuple[Any, ...]) -> None:
    phone = phone_at(sheet)
    phone.post(url(sheet, "period"), {"seen": 0, **SEATS})
    assert send(phone, sheet, no=1, **facts).status_code == 302
    hand = Hand.objects.current().get(sheet=sheet)
    assert (hand.winner, hand.discarder, hand.points, hand.robbed, hand.bound, hand.false_wins) == stored
    assert hand.game == "imj"


@pytest.mark.parametrize(
    ("facts", "part", "message"),
    [
        ({"winner": "E", "discarder": "S", "points": "x"}, "points", "Write fans like 5 or ½."),
        ({"winner": "E", "discarder": "S", "points": "0"}, "points", "Enter half a fan, or 1 to 60 fans."),
        ({"winner": "E", "discarder": "self", "points": "8", "bound": "E"}, "bound", "The winner cannot be bound"),
        ({"winner": "E", "discarder": "self", "points": "3", "robbed": 1}, "robbed", "Choose whose kong was robbed."),
        ({"winner": "E", "discarder": "S", "points": "3", "false_wins": ["S"]}, "false-wins", "cannot declare"),
    ],
)
def test_wrong_values_are_said_at_their_field_and_stay(
    sheet: Sheet, facts: dict[str, Any], part: str, message: str
) -> None:
    phone = phone_at(sheet)
    phone.post(url(sheet, "period"), {"seen": 0, **SEATS})
    answer = send(phone, sheet, no=1, **facts)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert message in text.split(f'data-at="{part}"')[1].split("</fieldset>")[0]
    assert f'value="{facts["points"]}"' in text
    assert not Hand.objects.exists()


def test_written_deals_show_fans_and_what_was_special(sheet: Sheet) -> None:
    play(sheet, HANDS, {1: "SWNE"})
    text = page(phone_at(sheet), sheet)
    assert "robbed kong" in text
    assert "bound to lose:" in text
    assert "false win:" in text
    assert '<b data-at="round">South</b>' in text or "South round" in text
    assert ">21000<" in text
    assert "+21000" not in text


def test_the_page_of_a_phone_reads_in_few_queries(sheet: Sheet, django_assert_num_queries) -> None:
    """Event, browser, phone, sheets of the card, facts by kind (4), call, fouls and rulings."""
    play(sheet, HANDS[:3], {1: "SWNE"})
    phone = phone_at(sheet)
    phone.get(url(sheet))
    with django_assert_num_queries(11):
        phone.get(url(sheet))
