"""Count a hand under the International Mahjong Rules, and the reference of grade elements."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.elements.rules import ELEMENTS
from tests.support.crawling import read

pytestmark = pytest.mark.django_db
RULES = "rules=imj-0702"
B = f"/count/?{RULES}&hand=111222333p45sEE&win=6s&R2=1"
STATES = [
    f"/count/?{RULES}",
    B,
    f"/count/?{RULES}&melds=EEE+SSS+WWW+CCC&hand=N&win=N&self_drawn=1&seat=N&round=N&limit=9",
    f"/count/?{RULES}&melds=2222m+(6666p)&hand=123s99s57m&win=6m&self_drawn=1&kongs=2",
    f"/count/?{RULES}&hand=123s99s57m&melds=234m+678p&win=6m&robbed=1",
    f"/count/?{RULES}&hand=123s99s57m&melds=234m+678p&win=7m",
    f"/count/?{RULES}&hand=123s99s57m&melds=234m+678p",
    f"/count/?{RULES}&hand=147m258p147sESWN",
    f"/count/?{RULES}&special=seven-flowers&B1=1",
    f"/count/?{RULES}&special=eight-flowers&first=heaven",
    f"/count/?{RULES}&hand=123s99s57m&melds=234m+678p&win=6m&first=heaven&self_drawn=1",
    f"/count/?{RULES}&hand=123s99s57m234m678p&win=6m&first=earth",
    f"/count/?{RULES}&hand=123s99s57m234m678p&win=6m&first=heaven&seat=S",
    f"/count/?{RULES}&hand=123s99s57m234m678p&win=6m&first=heaven&wall=1",
    "/elements/",
]


def page(address: str, language: str = "en") -> str:
    response = Client(headers={"accept-language": language}).get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_the_answer_has_fans_mados_reasons_and_other_readings() -> None:
    text = page(B)
    assert re.search(r'class="answer-points">5 fans, 32 mados<', text)
    assert '<a href="/elements/#element-27.4(3)">Three Identical Chows</a>' in text
    other = text.split("Other readings")[1]
    assert "4½ fans" in other
    assert "Pure Jumping Pungs" in other


def test_what_a_group_dropped_is_shown_with_its_sets() -> None:
    text = page(f"/count/?{RULES}&hand=345m456m567m67m88s&win=8m&R2=1")
    left = text.split("Looks present, does not count")[1]
    assert "Pure Stepping Chows" in left
    assert "only one of this kind counts: Four Stepping Chows (IMJ 27.4)" in left


def test_the_highest_rank_and_the_sum_are_both_shown() -> None:
    text = page(STATES[2])
    assert "9 fans, 512 mados" in text
    assert "The elements add up to 19 fans." in text
    assert "half a fan, 2 mados" in page(f"/count/?{RULES}&melds=222s+345p&hand=34m678p77s&win=2m&R2=1")


def test_a_hand_won_on_flowers_needs_no_tiles() -> None:
    assert "3 fans, 8 mados" in page(f"/count/?{RULES}&special=seven-flowers")


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("hand=123s99s57m&melds=234m+678p&win=6m&first=heaven", "first", "only unfolded kongs can be declared"),
        ("hand=123s99s57m234m678p&win=6m&first=earth", "first", "won by another player"),
        ("hand=123s99s57m234m678p&win=6m&first=heaven&seat=S", "first", "Only the dealer can win"),
        ("special=seven-flowers&B1=1", "flowers", "Flowers: 1; such a win takes 7."),
    ],
)
def test_an_impossible_choice_is_said_at_its_field(query: str, field: str, words: str) -> None:
    text = page(f"/count/?{RULES}&{query}")
    assert "answer-points" not in text
    start = 'id="flag-first-error"' if field == "first" else 'class="flowers"'
    assert words in text.split(start)[1].split("</ul>")[0]


def test_a_fifth_tile_is_said_beside_its_text_which_stays() -> None:
    text = page(f"/count/?{RULES}&hand=11m234p678s99s&melds=111m&win=9s")
    assert "answer-points" not in text
    assert "5 copies of 1" in text.split('id="text-hand-error"')[1].split("</ul>")[0]
    assert 'value="11m234p678s99s"' in text


def test_kongs_are_asked_only_where_they_are_possible() -> None:
    assert 'id="flag-kongs"' not in page(B)
    text = page(STATES[3])
    assert re.findall(r'id="flag-kongs">\s*(.*?)</select>', text, re.DOTALL)[0].count("<option") == 3
    assert "On Second Kong" in text


def test_thirteen_tiles_show_what_completes_them() -> None:
    text = page(STATES[6])
    assert 'name="win_is" value="6m"' in text
    assert "self-drawn 3" in text
    assert "by discard 2" in text
    assert "No tile completes these thirteen." in page(STATES[7])


def test_the_reference_has_every_element_with_an_example_that_counts() -> None:
    text = page("/elements/")
    for article, element in ELEMENTS.items():
        card = text.split(f'id="element-{article}"')[1].split("</article>")[0]
        assert element.en in card
        query = "&".join(f"{name}={value}" for name, value in re.findall(r'name="(\w+)" value="([^"]+)"', card))
        assert f'#element-{article}"' in page(f"/count/?{query}")
    assert '<th scope="row">½</th><td>2</td>' in text
    assert '<th scope="row">15</th><td>6,000</td>' in text


def test_exceptions_are_named_at_both_elements() -> None:
    text = page("/elements/")
    for article, other in (("27.1(2)", "Mixed Same"), ("27.1(8)", "Unio In All"), ("28.5(3)", "Chance Flower")):
        card = text.split(f'id="element-{article}"')[1].split("</article>")[0]
        assert f"Added to it: {other}" in card


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
@pytest.mark.parametrize("address", STATES)
def test_every_state_is_translated(address: str, language: str) -> None:
    read_page = read(Client(headers={"accept-language": language}), address)
    foreign = [
        text
        for spoken, text in read_page.texts
        if spoken.split("-")[0] == language.split("-")[0]
        and set(re.findall(r"[A-Za-z]{3,}", text))
        - {"Pinju", "English", "WMO", "IMJ", "INTERNATIONAL", "MAHJONG", "Cofa", "Tsui"}
    ]
    assert foreign == []


def test_the_pages_need_no_query(django_assert_num_queries) -> None:
    client = Client()
    for address in STATES:
        with django_assert_num_queries(0):
            client.get(address)


@pytest.mark.parametrize("melds", ["2222m+678p", "234m+678p"])
def test_more_kongs_in_the_turn_than_declared_are_said_beside_the_field(melds: str) -> None:
    text = page(f"/count/?{RULES}&melds={melds}&hand=123s99s57m&win=6m&self_drawn=1&kongs=2")
    assert '<option value="2" selected>' in text
    assert "more kongs in the turn than declared" in text.split('id="flag-kongs-error"')[1].split("</ul>")[0]
