"""A player's calculation of a level as PDF, read back in three languages, and closed to others."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.support.pdf_reading import assert_clear
from tests.support.ranking import new_account, new_person, recorded_event, result_of
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db

#: The heading, the missing table points, and the note that it is not an application.
SAID = {
    "en": ("Calculation for Pin 8", "Table points: 4.67 more", "Reaching a pin is not enough"),
    "zh-hans": ("8品的计算", "4.67", "认定"),
    "ja": ("8品の計算", "4.67", "認定"),
}


def signed_in(account: Account, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(account)
    return client


def player() -> Person:
    person = new_person("王伟", country="CN")
    event = recorded_event(name="Spring Open")
    result_of(person, event, table_points=25 * 12 + 4, competition_points=-40, individual_rank=20)
    return person


def pages(client: Client, address: str) -> list[str]:
    """Return the text of each page, without spaces."""
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert_clear(answer.content)
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.mark.parametrize("language", SAID)
def test_my_pins_lead_to_the_calculation_of_the_next_level(language: str) -> None:
    client = signed_in(new_account(player()), language)
    address = reverse("record:calculation", args=["pin", 8])
    assert f'href="{address}"' in client.get(reverse("record:me")).text
    text = "".join(pages(client, address))
    wanted = ["王伟", "SpringOpen", "25.33", "−40", *("".join(words.split()) for words in SAID[language])]
    assert [words for words in wanted if words not in text] == []


def test_a_web_pins_calculation_holds_its_site_only() -> None:
    person = player()
    for site, points in (("one.example", 111), ("two.example", 222)):
        columns = {"scope": "web", "web_site": site, "name": f"Cup of {site}"}
        result_of(person, recorded_event(**columns), web_points=points, table_points=0, competition_points=0)
    client = signed_in(new_account(person))
    address = reverse("record:calculation", args=["web", 9])
    assert f'href="{address}?site=two.example"' in client.get(reverse("record:me")).text
    text = "".join(pages(client, f"{address}?site=two.example"))
    assert ("Cupoftwo.example" in text, "webpoints222" in text) == (True, True)
    assert [words for words in ("one.example", "SpringOpen") if words in text] == []


def test_a_player_gets_only_their_own_calculation() -> None:
    player()
    address = reverse("record:calculation", args=["pin", 8])
    assert Client().get(address).url.startswith(reverse("account:login"))
    assert signed_in(new_account()).get(address).status_code == 404
    newcomer = signed_in(new_account(new_person("李娜")))
    text = "".join(pages(newcomer, address))
    assert ("李娜" in text, "Noeventisintherecordyet" in text) == (True, True)
    assert [words for words in ("王伟", "SpringOpen") if words in text] == []
    assert "no-store" in newcomer.get(address)["Cache-Control"]
    unknown = [("pin", 0), ("pin", 10), ("dan", 8), ("web", 9)]
    assert {newcomer.get(reverse("record:calculation", args=args)).status_code for args in unknown} == {404}


def test_the_lines_of_an_event_stay_on_one_page() -> None:
    person = new_person("王伟", country="CN")
    for number in range(40):
        event = recorded_event(name=f"[{number}] " + "World Championship of Nations " * (number % 5 + 1))
        result_of(person, event, individual_rank=number + 1001)
    texts = pages(signed_in(new_account(person)), reverse("record:calculation", args=["pin", 1]))
    assert len(texts) > 2
    for number in range(40):
        assert [f"rank{number + 1001}," in page for page in texts] == [f"[{number}]" in page for page in texts]
