"""IMJ hands as JSON: the format of ``score_hands --rules imj-0702`` and its error messages."""

import io
import json
import sys

import pytest
from django.core.management import call_command

from scoring.calculators.rules.registry import CALCULATORS, scored_document

IMJ = CALCULATORS["imj-0702"]
HAND = {
    "melds": [{"kind": "chow", "tiles": "234m"}, {"kind": "chow", "tiles": "678p"}],
    "hand": "123s99s57m",
    "win": "6m",
    "kong": True,
    "last_of_kind": False,
    "seat": "S",
    "round": "E",
    "flowers": ["R2", "B4"],
    "limit": 15,
}


def test_the_answer_has_rank_mados_and_named_elements() -> None:
    answer = scored_document(HAND, IMJ)
    assert answer == {
        "winning": True,
        "points": 3,
        "without_flowers": 2,
        "minimum_met": True,
        "mados": 8,
        "fans": [
            {
                "no": "26.2",
                "id": "all-chows",
                "name": {"zh": "平胡", "en": "All Chows", "ja": "平和"},
                "points": 1,
                "count": 1,
            },
            {
                "no": "28.1(3)",
                "id": "from-robbed-kong",
                "name": {"zh": "抢杠食胡", "en": "From Robbed Kong", "ja": "搶槓"},
                "points": 1,
                "count": 1,
            },
            {
                "no": "28.5(2)",
                "id": "chance-flower",
                "name": {"zh": "正花", "en": "Chance Flower", "ja": "正花"},
                "points": 1,
                "count": 1,
            },
        ],
    }


def test_half_a_fan_is_a_number() -> None:
    answer = scored_document(
        {
            "melds": [{"kind": "pung", "tiles": "222s"}, {"kind": "chow", "tiles": "345p"}],
            "hand": "34m678p77s",
            "win": "2m",
            "flowers": ["B2"],
        },
        IMJ,
    )
    assert (answer["points"], answer["mados"], answer["fans"][0]["points"]) == (0.5, 2, 0.5)


def test_a_hand_won_on_flowers_kongs_or_the_deal_needs_no_tiles() -> None:
    answers = [
        scored_document(document, IMJ)
        for document in (
            {"special": "seven-flowers"},
            {"special": "eight-flowers", "flowers": [f"{colour}{n}" for colour in "BR" for n in range(1, 5)]},
            {"special": "kong-to-fourth", "hand": "5m"},
            {"first": "heaven"},
            {"special": "eight-flowers", "limit": 6},
        )
    ]
    assert [(answer["points"], answer["mados"]) for answer in answers] == [
        (3, 8), (9, 512), (15, 6000), (6, 64), (6, 64),
    ]  # fmt: skip


def test_a_hand_that_does_not_win_has_no_points() -> None:
    assert scored_document(HAND | {"win": "7m", "kong": False}, IMJ) == {"winning": False}


KONG = {"kind": "kong", "tiles": "2222m"}
DRAWN = {"melds": [KONG], "hand": "678p123s99s57m", "win": "6m", "self_drawn": True}
ALONE = {"hand": "234m678p123s99s57m", "win": "6m"}


@pytest.mark.parametrize(
    ("document", "error"),
    [
        (HAND | {"flowers": 2}, "flowers: must be a list"),
        (HAND | {"flowers": [2]}, "flowers: must be text"),
        (HAND | {"flowers": ["B1", "B1"]}, "flowers: B1 stands twice"),
        (HAND | {"flowers": ["B5"]}, "flowers: “B5” is none of B1 to B4 and R1 to R4"),
        (HAND | {"hand": "123s99s5m"}, "hand: 6 tiles; with 2 melds it takes 7"),
        (ALONE | {"hand": "22222m678p12399s"}, "hand: 5 copies of 2m"),
        ({"hand": "123m"}, "win: missing"),
        ({"win": "1m"}, "hand: missing"),
        (HAND | {"colour": "red"}, "colour: unknown key"),
        (HAND | {"limit": 16}, "limit: 16 fans; the agreed highest rank is 1 to 15"),
        (HAND | {"limit": 0}, "limit: 0 fans; the agreed highest rank is 1 to 15"),
        (HAND | {"special": "nine-flowers"},
         "special: “nine-flowers” is none of seven-flowers, eight-flowers, kong-to-fourth"),
        (HAND | {"first": "sky"}, "first: “sky” is none of heaven, earth"),
        (DRAWN | {"kongs": 0}, "kongs: 0 kongs in one turn; there are 1 to 3"),
        (DRAWN | {"kongs": 4}, "kongs: 4 kongs in one turn; there are 1 to 3"),
        (DRAWN | {"kongs": 2}, "kongs: 2 kongs in one turn, but 1 declared"),
        (DRAWN | {"kongs": 1, "self_drawn": False},
         "kongs: kongs of the winner's turn, but the tile was not drawn"),
        (ALONE | {"self_drawn": True, "kong": True}, "kong: a replacement tile after a kong, but no kong is declared"),
        (ALONE | {"win": "5m", "hand": "234m678p123s99s55m", "kong": True},
         "kong: a robbed 5m is the only one that is not in the other's kong, but the hand holds another"),
        (ALONE | {"first": "heaven", "seat": "S"},
         "first: only the dealer, with seat E, can win on tiles before the first discard"),
        (HAND | {"first": "heaven", "seat": "E", "kong": False},
         "first: before the first discard only unfolded kongs can be declared"),
        (ALONE | {"first": "heaven", "wall_last": True}, "first: the first turn cannot be the end of the wall"),
        (ALONE | {"first": "earth"},
         "first: a win on the dealer's first discard has no melds, no own draw, and not the seat E"),
        ({"special": "seven-flowers", "flowers": ["B1"]}, "flowers: 1 flowers; this hand is won with 7"),
        ({"special": "kong-to-fourth", "melds": [KONG]}, "melds: 1 kongs; this hand is won with 4"),
    ],
)  # fmt: skip
def test_errors_name_the_field(document: object, error: str) -> None:
    assert scored_document(document, IMJ) == {"error": error}


def test_the_command_answers_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.dumps(HAND), "{}", json.dumps({"special": "seven-flowers"})]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    out = io.StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("score_hands", "--rules", "imj-0702", stdout=out)
    assert caught.value.code == 1
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers == [
        scored_document(HAND, IMJ),
        {"error": "hand: missing"},
        scored_document({"special": "seven-flowers"}, IMJ),
    ]
