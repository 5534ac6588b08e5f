"""What people at home read of an event that is played in a hall."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.hand_over.services.deciding import decide_back
from scoring.publishing.models import OwnPackage, ReceivedPackage
from scoring.publishing.selectors.packages import packages_of
from scoring.publishing.services.receiving import receive_package
from tests.support.cup import cup, taken_in
from tests.support.draws import drawn, planned
from tests.support.hand_overs import given
from tests.support.publishing import ACTOR, packed, received
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
PAGES = "/e/cup/published/"


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def home(db) -> Event:
    """The cup on the federation's server: nothing is released here, two sessions are published from the hall."""
    event = taken_in(cup(), release=2)
    for package in OwnPackage.objects.all():
        columns = {name: getattr(package, name) for name in ("number", "header", "signature", "content")}
        receive_package(ACTOR, event, **columns)
    OwnPackage.objects.all().delete()
    event.sessions.update(released_at=None)
    return event


def test_people_at_home_read_standings_tables_and_players(home: Event, visitor: Client) -> None:
    page = visitor.get("/e/cup/").text
    assert "The results come straight from the hall" in page
    assert f'href="{PAGES}standings/"' in page
    assert "Results from the hall" in page
    assert "No session is released yet" not in page
    page = visitor.get(f"{PAGES}standings/").text
    assert "Published from the hall on" in page
    assert "after session 2 of 3" in page
    assert page.index("MÜLLER Eva") < page.index("GARCÍA Luis") < page.index("VIDAL Iris")
    assert "Zoë &lt;b&gt;van der Vegt&lt;/b&gt;" in page
    assert "Tigers" in visitor.get(f"{PAGES}standings/teams/").text
    assert "西部团" in visitor.get(f"{PAGES}standings/groups/").text
    page = visitor.get(f"{PAGES}tables/").text
    assert "Table 1" in page
    assert "GARCÍA Luis" in visitor.get(f"{PAGES}tables/1/").text
    page = visitor.get(f"{PAGES}players/5/").text
    assert ("GARCÍA Luis" in page, "+89" in page, "Spain" in page) == (True, True, True)
    assert "No seat yet" in visitor.get(f"{PAGES}players/11/").text


def test_addresses_of_the_own_standings_lead_to_those_of_the_hall(home: Event, visitor: Client) -> None:
    pages = {"": "", "teams/": "teams/", "groups/": "groups/", "all/": ""}
    for own, published in pages.items():
        assert visitor.get(f"/e/cup/standings/{own}").headers["Location"] == f"{PAGES}standings/{published}"
    home.sessions.filter(number=1).update(released_at=home.ledger.audit_entries.first().at)
    assert visitor.get("/e/cup/standings/").status_code == 200


def test_the_standings_are_searched(home: Event, visitor: Client) -> None:
    page = visitor.get(f"{PAGES}standings/?q=garcia").text
    assert ("GARCÍA Luis" in page, "MÜLLER Eva" in page) == (True, False)
    unknown = visitor.get(f"{PAGES}standings/?q=nobody").text
    assert "MÜLLER" not in unknown
    assert ("Try fewer words." in unknown, "another team" in unknown) == (True, False)


def test_an_open_page_fetches_what_a_new_package_changes(home: Event, visitor: Client) -> None:
    page = visitor.get(f"{PAGES}standings/").text
    [address] = {part.split('"')[0] for part in page.split('"') if part.startswith("/live/cup/published-standings")}
    version = address.replace("&amp;", "&").rpartition("v=")[2]
    poll = f"/live/cup/version?published-standings={version}"
    assert visitor.get(poll).status_code == 204
    data = json.loads(ReceivedPackage.objects.latest("number").content)
    data["players"][4]["name"] = "GARCÍA Luisa"
    ReceivedPackage.objects.all().delete()
    receive_package(ACTOR, home, **packed(home, content=json.dumps(data)))
    changed = visitor.get(poll).json()["changed"]["published-standings"]
    answer = visitor.get(f"/live/cup/published-standings?lang=en&v={changed}")
    assert "immutable" in answer["Cache-Control"]
    assert "GARCÍA Luisa" in answer.text


def test_drawn_seats_are_shown_before_the_session(visitor: Client) -> None:
    event = planned("cup", players=8, sessions=2)
    drawn(event, "released")
    received(Event.objects.get(pk=event.pk))
    assert "not released" in visitor.get(f"{PAGES}tables/").text
    assert "选手1" in visitor.get(f"{PAGES}tables/2/").text
    assert "No results yet" in visitor.get(f"{PAGES}standings/").text
    assert "Session" in visitor.get(f"{PAGES}players/1/").text


def test_while_the_hall_holds_an_event_its_packages_replace_what_was_released_here(visitor: Client) -> None:
    event = taken_in(cup(), release=1)
    received(event)
    row = given(event)
    assert "straight from the hall" not in visitor.get("/e/cup/").text
    receive_package(ACTOR, event, **packed(event, number=2, previous=ReceivedPackage.objects.get().digest))
    assert "straight from the hall" in visitor.get("/e/cup/").text
    row.refresh_from_db()
    decide_back(ACTOR, row, reason="the laptop was lost")
    assert "straight from the hall" not in visitor.get("/e/cup/").text


def test_without_a_package_there_is_no_page(visitor: Client) -> None:
    event = taken_in(cup())
    for page in ("standings/", "standings/teams/", "tables/", "tables/1/", "players/5/"):
        assert visitor.get(f"{PAGES}{page}").status_code == 404
    assert visitor.get("/live/cup/published-standings", follow=True).status_code == 404
    assert "Nothing is published yet" in visitor.get(f"{PAGES}check/").text
    received(event)
    for page in ("tables/9/", "players/99/"):
        assert visitor.get(f"{PAGES}{page}").status_code == 404
    assert visitor.get(f"{PAGES}tables/").status_code == 200


def test_own_results_come_before_those_of_the_hall(home: Event, visitor: Client) -> None:
    home.sessions.filter(number=1).update(released_at="2026-05-01T10:00:00Z")
    assert "The results come straight from the hall" not in visitor.get("/e/cup/").text
    assert visitor.get(f"{PAGES}standings/").status_code == 200


def test_a_code_is_checked_on_the_page(home: Event, visitor: Client) -> None:
    first, _second = packages_of(home)
    typed = first.code.lower().replace("-", " ")
    assert "It is package 1." in visitor.get(f"{PAGES}check/", {"code": typed}).text
    assert "Unknown code" in visitor.get(f"{PAGES}check/", {"code": "AAAA-BBBB"}).text
    ReceivedPackage.objects.filter(number=2).update(header=first.header)
    assert "The packages were changed" in visitor.get(f"{PAGES}check/", {"code": first.code}).text
    ReceivedPackage.objects.filter(number=2).delete()
    ReceivedPackage.objects.update(signature="no base64")
    assert "The packages were changed" in visitor.get(f"{PAGES}check/", {"code": first.code}).text


def test_a_hall_shows_the_codes_of_its_own_packages(visitor: Client) -> None:
    event = taken_in(cup(), release=1)
    [package] = packages_of(event)
    assert package.code in visitor.get(f"{PAGES}check/").text
    assert "It is package 1." in visitor.get(f"{PAGES}check/", {"code": package.code}).text


def test_the_command_checks_the_file_of_packages(home: Event, visitor: Client, tmp_path, capsys) -> None:
    file = tmp_path / "packages.json"
    answer = visitor.get(f"{PAGES}packages.json")
    assert "cup-published.json" in answer["Content-Disposition"]
    file.write_bytes(answer.content)
    first, second = packages_of(home)
    call_command("check_published", str(file), code=first.code)
    assert capsys.readouterr().out.splitlines() == [
        "cup: 2 packages, every signature is right.",
        f"{first.code} is package 1, made at {first.head.at}.",
    ]
    call_command("check_published", str(file))
    document = json.loads(answer.content)
    wrong = {
        "no package has the code AAAA": (document, "aaaa"),
        "the content is another one": (document | {"content": document["content"] + " "}, ""),
        "does not follow": (document | {"packages": document["packages"][1:]}, ""),
        "a signature is wrong": (
            document | {"packages": [one | {"signature": "eA=="} for one in document["packages"]]},
            "",
        ),
        "not a file of packages": ({"packages": []}, ""),
        "not the header": ({"packages": [{"header": "{}", "signature": ""}], "content": ""}, ""),
    }
    for words, (changed, code) in wrong.items():
        file.write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(CommandError, match=words):
            call_command("check_published", str(file), code=code)
    with pytest.raises(CommandError, match="No such file"):
        call_command("check_published", str(tmp_path / "none.json"))
    assert second.code


def test_an_event_without_packages_has_an_empty_file(visitor: Client) -> None:
    taken_in(cup())
    assert visitor.get(f"{PAGES}packages.json").json() == {"packages": [], "content": ""}
