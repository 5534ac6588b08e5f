"""The card of a hand as a picture."""

import io

import pytest
from django.test import Client
from PIL import Image

pytestmark = pytest.mark.django_db

HAND = "hand=12345678m55p&melds=CCC&win=9m"


def test_a_won_hand_has_a_picture_and_its_page_shows_it_in_previews() -> None:
    client = Client(headers={"host": "testserver", "accept-language": "en"})
    answer = client.get(f"/count/picture.png?{HAND}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    head = client.get(f"/count/?{HAND}").content.decode().split("</head>")[0]
    assert '<meta property="og:title" content="19 points">' in head
    assert (
        'content="http://testserver/count/picture.png?hand=12345678m55p&amp;win=9m&amp;melds=CCC&amp;lang=en"' in head
    )


@pytest.mark.parametrize("query", ["", "hand=123m", "hand=xx", "hand=147m258p369sESWN&win=N"])
def test_other_hands_have_none(query: str) -> None:
    assert Client().get(f"/count/picture.png?{query}").status_code == 404
