"""Count a hand, and the reference of all fans: public pages that work without script."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.fans.rules import FANS, RULE_SETS, explain, score
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.examples import EXAMPLES
from tests.support.crawling import read

pytestmark = pytest.mark.django_db
WIN = "/count/?hand=78m99p&melds=123m+EEE+(1111p)&win=9m&self_drawn=1&flowers=2"


def page(address: str, language: str = "en", **headers: str) -> str:
    response = Client(headers={"accept-language": language, **headers}).get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def after(address: str) -> str:
    """Return the address that a tap leads to."""
    response = Client().get(address)
    assert response.status_code == 302
    return response["Location"]


@pytest.mark.parametrize(
    ("tapped", "address"),
    [
        ("/count/?tile=3m", "/count/?hand=3m"),
        ("/count/?hand=123m&tile=E", "/count/?hand=123mE"),
        ("/count/?hand=1112345678999m&tile=5m", "/count/?hand=1112345678999m&win=5m"),
        ("/count/?hand=1112345678999m&win=5m&tile=6m", "/count/?hand=1112345678999m&win=6m"),
        ("/count/?hand=1112345678999m&win_is=5m", "/count/?hand=1112345678999m&win=5m"),
        ("/count/?hand=1112345678999m&win=5m&unwin=1", "/count/?hand=1112345678999m"),
        ("/count/?hand=1112m&remove=1m", "/count/?hand=112m"),
        ("/count/?mode=chow&tile=7s", "/count/?melds=789s&mode=chow"),
        ("/count/?mode=pung&tile=E", "/count/?melds=EEE&mode=pung"),
        ("/count/?mode=hidden&tile=1p&melds=EEE", "/count/?melds=EEE+%281111p%29&mode=hidden"),
        ("/count/?melds=EEE+123m&drop=0", "/count/?melds=123m"),
        # A tile that does not fit changes nothing.
        ("/count/?hand=1111m&tile=1m", "/count/?hand=1111m"),
        ("/count/?mode=chow&tile=8s", "/count/?mode=chow"),
        ("/count/?mode=pung&tile=E&hand=EE", "/count/?hand=EE&mode=pung"),
        ("/count/?hand=11123456789m&mode=pung&tile=E", "/count/?hand=11123456789m&mode=pung"),
        ("/count/?tile=x", "/count/"),
        ("/count/?melds=EEE&drop=7", "/count/?melds=EEE"),
    ],
)
def test_a_tap_changes_the_address(tapped: str, address: str) -> None:
    assert after(tapped) == address


def test_the_answer_is_that_of_the_engine() -> None:
    text = page(WIN)
    scored = score(hand_in("123m EEE (1111p), 78m99p + 9m self_drawn flowers=2"))
    assert scored is not None
    assert f'class="answer-points">{scored.points} points' in text
    assert "14 without flowers" in text
    for line in scored.fans:
        assert line.fan.no == 81 or line.fan.en in text
    assert "not added to Prevalent Wind (appendix 1, no. 73)" in text


def test_other_readings_and_excluded_fans_are_shown() -> None:
    text = page("/count/?hand=112233778899m5m&win=5m")
    assert "67 points" in text
    assert "not added to Pure Terminal Chows (appendix 1, no. 13)" in text
    assert "seven pairs" in text


def test_a_reader_chooses_a_rule_set() -> None:
    address = "/count/?hand=1112345678999m&win=1m&self_drawn=1"
    assert "110 points" in page(address)
    assert "107 points" in page(address + "&rules=guobiao")


def test_thirteen_tiles_show_their_waits() -> None:
    text = page("/count/?hand=34sNN&melds=123m+789m+456p")
    assert "Ready" in text
    assert 'name="win_is" value="2s"' in text
    assert "(too few)" in text


def test_a_hand_that_does_not_win_says_how_far_it_was() -> None:
    assert "wrong tile (3.11.6.6 (1))" in page("/count/?hand=1112345678999m&win=5p")
    assert "3 tiles from ready: a win declared" in page("/count/?hand=147m258p147sESWN&win=5p")
    assert "3 tiles from ready" in page("/count/?hand=147m258p147sESWN")


def test_a_kong_with_the_last_tile_is_left_to_the_referee() -> None:
    both = "/count/?hand=34sNN&melds=123m+678m+456p&win=5s&robbed=1"
    assert "if the referee confirms it" not in page(both)
    text = page(both + "&wall=1")
    assert "if the referee confirms it" in text
    assert "Last Tile Claim" in text


def test_too_few_points_are_no_valid_win() -> None:
    text = page("/count/?hand=34sNN&melds=123m+789m+456p&win=5s")
    assert "no valid win" in text
    assert "Eight are needed" in text


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("hand=12x", "hand", "“x” at position 3 is not a tile"),
        ("hand=12", "hand", "digits need the letter of a suit"),
        ("hand=11111m", "hand", "5 copies of 1 of characters"),
        ("hand=11123456789999m", "hand", "14 tiles; with this number of melds 13 are needed"),
        ("melds=135m", "melds", "135m is not a chow, pung or kong"),
        ("melds=(EEE)", "melds", "Only a kong can be declared and concealed"),
        ("melds=EEE+SSS+WWW+NNN+CCC", "melds", "at most four"),
        ("win=12m", "win", "2 tiles; one is needed"),
        ("hand=1112345678999m&melds=&win=0", "win", "“0” at position 1 is not a tile"),
        ("hand=1111m&win=1m", "win", "5 copies"),
    ],
)
def test_errors_are_shown_at_their_field_and_typed_text_is_kept(query: str, field: str, words: str) -> None:
    text = page(f"/count/?{query}")
    assert words in text.split(f'id="text-{field}-error"')[1].split("</ul>")[0]
    typed = dict(part.split("=") for part in query.split("&"))
    for name, value in typed.items():
        assert f'name="{name}" id="text-{name}" value="{value.replace("+", " ")}"' in text


def flags(address: str) -> set[str]:
    return set(re.findall(r'id="flag-(\w+)"', page(address)))


def test_flags_appear_only_if_possible() -> None:
    always = {"self_drawn", "flowers", "rules"}
    assert flags("/count/") == always
    assert flags("/count/?hand=1112345678999m") == always
    assert flags("/count/?hand=1112345678999m&win=5m") == always | {"wall"}
    assert flags("/count/?hand=34sNN&melds=123m+678m+456p&win=5s") == always | {
        "wall",
        "last",
        "robbed",
        "round",
        "seat",
    }
    assert flags(WIN) == always | {"wall", "last", "replacement", "round", "seat"}


def test_an_impossible_flag_does_not_count() -> None:
    """A link may hold it, or the tiles changed after it was set."""
    assert "Robbing the Kong" not in page("/count/?hand=1112345678999m&win=5m&robbed=1&last=1")
    assert "Robbing the Kong" in page("/count/?hand=34sNN&melds=123m+678m+456p&win=5s&robbed=1")


def test_tiles_that_do_not_fit_cannot_be_tapped() -> None:
    text = page("/count/?hand=1111m234m")
    assert re.search(r'id="key-1m" disabled', text)
    assert not re.search(r'id="key-2m" disabled', text)


def test_htmx_gets_the_part_and_the_address() -> None:
    response = Client(headers={"hx-request": "true"}).get("/count/?hand=123m&tile=5m")
    assert response.status_code == 200
    assert response["HX-Push-Url"] == "/count/?hand=1235m"
    assert "<html" not in response.content.decode()
    assert "HX-Request" in response["Vary"]


def test_the_link_carries_the_hand() -> None:
    assert 'value="http://testserver/count/?hand=1112345678999m&win=5m' in page("/count/?hand=1112345678999m&win=5m")


def test_the_reference_has_every_fan_with_its_example() -> None:
    text = page("/fans/")
    for no, fan in FANS.items():
        name = "57b" if no > 81 else str(no)
        card = text.split(f'id="fan-{name}"')[1].split("</article>")[0]
        assert fan.en in card
        assert f'<b class="fan-points">{RULE_SETS["wmo-2014"].values[no]}</b>' in card
        assert card.count('class="tile ') >= 14
    assert set(EXAMPLES) == set(FANS)


def test_an_example_is_counted() -> None:
    card = page("/fans/").split('id="fan-47"')[1].split("</article>")[0]
    query = "&".join(f"{name}={value}" for name, value in re.findall(r'name="(\w+)" value="([^"]+)"', card))
    assert "Robbing the Kong" in page(f"/count/?{query}")
    assert explain(hand_in(EXAMPLES[47])) is not None


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("value=48", ["14", "15"]),
        ("series=pairs", ["6", "19"]),
        ("value=24&series=pungs", ["21", "24"]),
        ("value=88&series=way", []),
    ],
)
def test_the_reference_is_filtered(query: str, numbers: list[str]) -> None:
    shown_numbers = re.findall(r'<article [^>]*id="fan-(\w+)"', page(f"/fans/?{query}"))
    assert shown_numbers == numbers


def test_two_concealed_kongs_are_among_both_their_values() -> None:
    for value in ("8", "6"):
        assert 'id="fan-48"' in page(f"/fans/?value={value}")


def test_differences_of_rule_sets_name_points_and_exclusions() -> None:
    table = page("/fans/").split('id="differences"')[1]
    assert "8 / 6" in table
    assert "Half Flush" in table


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
def test_names_are_those_of_the_rule_book(language: str) -> None:
    text = page("/fans/?value=8", language)
    heads = re.findall(r'<h2 id="fan-45-name">.*?</h2>', text)
    assert ("海底捞月" if language == "zh-hans" else "海底撈月") in heads[0]


STATES = [
    "/count/",
    WIN,
    "/count/?hand=112233778899m5m&win=5m",
    "/count/?hand=34sNN&melds=123m+789m+456p&win=5s&flowers=8",
    "/count/?hand=12m99p&melds=CCC+456p+789s",
    "/count/?hand=147m258p147sESWN&win=5p",
    "/count/?hand=1112345678999m&win=5p",
    "/count/?hand=222555m88mNN345s&win=8m&rules=guobiao",
    "/count/?hand=34sNN&melds=123m+678m+456p&win=5s&robbed=1&wall=1",
    "/count/?hand=12x",
    "/count/?hand=11111m",
    "/count/?melds=135m",
    "/count/?hand=12&win=12m",
    "/fans/",
]


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
@pytest.mark.parametrize("address", STATES)
def test_every_state_is_translated(address: str, language: str) -> None:
    """The crawler sees only the empty hand; here are the states that an address holds."""
    read_page = read(Client(headers={"accept-language": language}), address)
    foreign = [
        text
        for spoken, text in read_page.texts
        if spoken.split("-")[0] == language.split("-")[0]
        and set(re.findall(r"[A-Za-z]{3,}", text)) - {"Pinju", "English", "WMO"}
    ]
    assert foreign == []


def test_the_pages_need_no_query(django_assert_num_queries) -> None:
    client = Client()
    for address in STATES:
        with django_assert_num_queries(0):
            client.get(address)
