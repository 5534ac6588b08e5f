"""The own calculation of a level as PDF: read back in three languages, and nobody else's."""

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

#: Heading, what is still missing of the table points, and that it is no application.
SAID = {
    "en": ("Calculation for Pin 8", "Table points: 4.67 more", "no pin yet"),
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
    """What stands on each page, without blanks."""
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert_clear(answer.content)
    return ["".join(one.extract_text().split()) for one in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.mark.parametrize("language", SAID)
def test_my_pins_lead_to_the_calculation_of_the_next_level(language: str) -> None:
    client = signed_in(new_account(player()), language)
    address = reverse("record:calculation", args=["pin", 8])
    assert f'href="{address}"' in client.get(reverse("record:me")).text
    said = "".join(pages(client, address))
    wanted = ["王伟", "SpringOpen", "25.33", "−40", *("".join(words.split()) for words in SAID[language])]
    assert [words for words in wanted if words not in said] == []


def test_web_pins_have_the_calculation_of_their_site_alone() -> None:
    person = player()
    for site, points in (("one.example", 111), ("two.example", 222)):
        columns = {"scope": "web", "web_site": site, "name": f"Cup of {site}"}
        result_of(person, recorded_event(**columns), web_points=points, table_points=0, competition_points=0)
    client = signed_in(new_account(person))
    address = reverse("record:calculation", args=["web", 9])
    assert f'href="{address}?site=two.example"' in client.get(reverse("record:me")).text
    said = "".join(pages(client, f"{address}?site=two.example"))
    assert ("Cupoftwo.example" in said, "webpoints222" in said) == (True, True)
    assert [words for words in ("one.example", "SpringOpen") if words in said] == []


def test_everybody_gets_the_own_calculation_and_no_other() -> None:
    player()
    address = reverse("record:calculation", args=["pin", 8])
    assert Client().get(address).url.startswith(reverse("account:login"))
    assert signed_in(new_account()).get(address).status_code == 404
    newcomer = signed_in(new_account(new_person("李娜")))
    said = "".join(pages(newcomer, address))
    assert ("李娜" in said, "Noeventisintherecordyet" in said) == (True, True)
    assert [words for words in ("王伟", "SpringOpen") if words in said] == []
    assert "no-store" in newcomer.get(address)["Cache-Control"]
    unknown = [("pin", 0), ("pin", 10), ("dan", 8), ("web", 9)]
    assert {newcomer.get(reverse("record:calculation", args=one)).status_code for one in unknown} == {404}


def test_the_lines_of_an_event_stay_on_one_page() -> None:
    person = new_person("王伟", country="CN")
    for number in range(40):
        event = recorded_event(name=f"[{number}] " + "World Championship of Nations " * (number % 5 + 1))
        result_of(person, event, individual_rank=number + 1001)
    found = pages(signed_in(new_account(person)), reverse("record:calculation", args=["pin", 1]))
    assert len(found) > 2
    for number in range(40):
        assert [f"rank{number + 1001}," in page for page in found] == [f"[{number}]" in page for page in found]
