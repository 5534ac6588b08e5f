"""Registration at the Desk picks from the registries, and asks about names and numbers that differ."""

import re

import pytest
from django.test import Client

from common.actions.errors import Unusual
from common.actions.permissions import system_actor
from tests.support.applications import open_registration, submit
from tests.support.events import small_event
from tests.support.registries import ANNE, load
from tests.web.desk.registration.lists.test_import_list import confirm, counts, read
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.selectors.entries import registered, values_of
from tournament.registration.services.entries import add_entry, change_entry
from tournament.registry.models import Registry
from tournament.registry.rules.members import Member, Number

pytestmark = pytest.mark.django_db
NEW = "/e/small/desk/registration/new/"
JONG = Member(
    "DE JONG Mattheu", "DE JONG", "Mattheu", country="NL", club="Utrecht", numbers=(Number("ema", "08010039"),)
)
SATO = Member(
    "佐藤 翔太", "佐藤", "翔太", "SATO Shota", "JP", numbers=(Number("ema", "99010001"), Number("jmsa", "JM-0123"))
)


@pytest.fixture
def event(db) -> Event:
    return small_event()


@pytest.fixture
def organizer(event: Event, signed_in) -> Client:
    return signed_in("organizer", event)


@pytest.fixture
def registry(db) -> Registry:
    return load([ANNE, JONG, SATO])


def initial(page) -> dict[str, str]:
    form = page.context["form"]
    return {name: form[name].value() for name in ("name", "family_name", "latin_name", "country", "federation_number")}


def links(page) -> dict[str, str]:
    """Return number -> address of the page that takes it over."""
    found = re.findall(r'href="(\?[^"]*number=[^"]*)">Use (?:EMA|JMSA) number ([^<]+)<', page.text)
    return {number: NEW + address.replace("&amp;", "&") for address, number in found}


def test_a_player_is_picked_by_number_or_name_and_the_form_is_filled(organizer, registry, event) -> None:
    for query in ("JM 0123", "99010001", "sato", "佐藤"):
        page = organizer.get(NEW, {"q": query})
        assert set(links(page)) == {"99010001", "JM-0123"}, query
    page = organizer.get(links(page)["JM-0123"])
    assert initial(page) == {
        "name": "佐藤 翔太", "family_name": "佐藤", "latin_name": "SATO Shota", "country": "JP",
        "federation_number": "JM-0123",
    }  # fmt: skip
    assert "EMA, list of 1 November 2026" in page.text
    assert "Filled from the registry." in page.text
    typed = initial(page) | {"given_name": "翔太", "kind": "player"}
    assert organizer.post(NEW, typed).status_code == 302
    assert registered(event).last().person.federation_number == "JM-0123"


def test_the_search_says_when_nobody_or_too_many_match(organizer, registry) -> None:
    assert "No member matches" in organizer.get(NEW, {"q": "nobody"}).text
    load([Member(f"Jan {number}", numbers=(Number("ema", f"0801{number:04}"),)) for number in range(30)])
    page = organizer.get(NEW, {"q": "jan"})
    assert len(page.context["picking"].choices) == 20
    assert "There are more" in page.text
    assert organizer.get(NEW, {"member": "999999", "number": "1"}).context["picking"].filled == {}
    assert organizer.get(NEW, {"member": "x"}).context["picking"].filled == {}


def test_without_a_registry_the_page_has_no_search(organizer) -> None:
    assert "From the registry" not in organizer.get(NEW).text


def test_others_than_organizers_find_no_member(event, registry, signed_in) -> None:
    for role in ("referee", "scorekeeper", "nobody", "foreign"):
        page = signed_in(role, event).get(NEW, {"q": "jong"})
        assert page.status_code == 403
        assert "Mattheu" not in page.text


def test_a_differing_spelling_is_asked_about_and_never_overwritten(organizer, registry, event) -> None:
    typed = {"name": "de Jong Matheu", "country": "NL", "federation_number": "08010039", "kind": "player"}
    before = event.entries.count()
    asked = organizer.post(NEW, typed)
    assert asked.status_code == 400
    assert "the number 08010039 is another person&#x27;s: DE JONG Mattheu, NL, 08010039." in asked.text
    assert initial(asked)["name"] == "de Jong Matheu"
    assert event.entries.count() == before
    [mark] = re.findall(r'name="asked_about" value="(\w+)"', asked.text)
    typed |= {"acknowledged": "registry-other-person", "asked_about": mark}
    assert organizer.post(NEW, typed).status_code == 302
    assert registered(event).last().name == "de Jong Matheu"


def test_a_press_takes_the_registry_over_and_keeps_everything_else(organizer, registry, event) -> None:
    team = event.teams.create(number=9, name="Utrecht")
    typed = {"name": "De Jong Mattheu", "country": "BE", "federation_number": "08010039", "kind": "reserve"}
    asked = organizer.post(NEW, typed | {"team": team.pk})
    assert "In the registry, the number 08010039 is: DE JONG Mattheu, NL, 08010039. Keep your spelling?" in asked.text
    [value] = re.findall(r'name="use" value="([^"]+)"', asked.text)
    filled = organizer.post(NEW, typed | {"team": team.pk, "use": value})
    assert filled.status_code == 200
    form = filled.context["form"]
    assert [form[name].value() for name in ("name", "country", "kind")] == ["DE JONG Mattheu", "NL", "reserve"]
    assert form["team"].value() == str(team.pk)
    assert "differ from the registry" not in filled.text
    assert not event.entries.filter(team=team).exists()


@pytest.mark.parametrize(
    ("columns", "question"),
    [
        ({"name": "DE JONG Mattheu", "federation_number": "08010093"}, "registry-other-number"),
        ({"name": "Mattheu DE JONG", "country": "NL"}, "registry-no-number"),
        ({"name": "de Jong Mattheu", "federation_number": "08010039"}, "registry-spelling"),
        ({"name": "王伟", "federation_number": "08010039"}, "registry-other-person"),
    ],
)
def test_each_difference_asks_its_question(event, registry, columns, question: str) -> None:
    with pytest.raises(Unusual) as asked:
        add_entry(system_actor("test"), event, **columns)
    assert set(asked.value.questions) == {question}
    add_entry(system_actor("test"), event, acknowledged=[question], **columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"name": "DE JONG Mattheu", "federation_number": "08010039"},
        {"name": "DE JONG Mattheu", "country": "IT"},
        {"name": "王伟", "federation_number": "08019999"},
        {"name": "王伟"},
    ],
)
def test_what_does_not_differ_is_not_asked_about(event, registry, columns) -> None:
    add_entry(system_actor("test"), event, **columns)


def test_a_person_known_under_the_other_number_is_asked_about(event, registry) -> None:
    Person.objects.create(name="佐藤 翔太", country="JP", federation_number="JM-0123")
    columns = {name: getattr(SATO, name) for name in ("name", "family_name", "given_name", "latin_name", "country")}
    with pytest.raises(Unusual) as asked:
        add_entry(system_actor("test"), event, federation_number="99010001", **columns)
    assert asked.value.questions == {
        "registry-known": "佐藤 翔太 is known here under the number JM-0123. Register a second person?"
    }


def test_a_change_asks_only_about_what_it_changes(event, registry) -> None:
    actor = system_actor("test")
    add_entry(actor, event, name="Matheu de Jong", federation_number="08010039", acknowledged=["registry-other-person"])
    entry = registered(event).last()
    base = values_of(entry)
    change_entry(actor, event, entry=entry, base=base, kind="reserve")
    with pytest.raises(Unusual):
        change_entry(actor, event, entry=entry, base=base, name="de Jong Mattheu")
    # The number typed here may become the person's other one.
    change_entry(actor, event, entry=entry, base=base, **{
        name: getattr(SATO, name) for name in ("name", "family_name", "given_name", "latin_name", "country")
    }, federation_number="JM-0123")  # fmt: skip
    entry = registered(event).last()
    change_entry(actor, event, entry=entry, base=values_of(entry), federation_number="99010001")


def test_the_page_of_a_registration_offers_the_registry(organizer, registry, event) -> None:
    add_entry(system_actor("test"), event, name="Jong Mattheu", federation_number="08010039", acknowledged=[
        "registry-other-person"
    ])  # fmt: skip
    here = f"/e/small/desk/registration/{registered(event).last().number}/"
    page = organizer.get(here)
    assert "From the registry" in page.text
    [address] = re.findall(r'href="(\?member=[^"]+)"', page.text)
    page = organizer.get(here + address.replace("&amp;", "&"))
    assert page.context["form"]["name"].value() == "DE JONG Mattheu"
    assert registered(event).last().name == "Jong Mattheu", "nothing is saved by looking"


LISTED = (
    "Name,Country,EMA,Team\nde Jong Mattheu,NL,8010039,Reds\nBERG Anne,NL,,Reds\nSato Shota,JP,99010001,\nX Y,NL,,\n"
)


def test_an_imported_list_is_compared_and_rows_are_chosen(organizer, registry, event) -> None:
    page = read(organizer, LISTED)
    offers = {offer.row: offer.finding.difference for offer in page.context["plan"].offers}
    assert offers == {2: "spelling", 3: "no-number", 4: "spelling"}
    assert "Differs from the registry" in page.text
    assert {line.row: line.values["name"] for line in page.context["plan"].lines}[2] == "de Jong Mattheu"
    here = page.redirect_chain[-1][0]
    page = organizer.post(here, {"spelling": "ticked", "taken": ["2", "3"]}, follow=True)
    assert page.text.count(" checked>") == 2
    values = {line.row: line.values for line in page.context["plan"].lines}
    assert (values[2]["name"], values[3]["federation_number"], values[4]["name"]) == (
        "DE JONG Mattheu", "08010001", "Sato Shota",
    )  # fmt: skip
    assert values[2]["team"] == "Reds"
    confirm(organizer, page)
    names = [entry.name for entry in registered(event)][-4:]
    assert names == ["DE JONG Mattheu", "BERG Anne", "Sato Shota", "X Y"]


def test_all_rows_can_be_taken_and_other_columns_forget_the_choice(organizer, registry, event) -> None:
    page = read(organizer, LISTED)
    here = page.redirect_chain[-1][0]
    page = organizer.post(here, {"spelling": "all"}, follow=True)
    assert [offer.taken for offer in page.context["plan"].offers] == [True] * 3
    columns = {"sheet": "0", "heading": "1", "name": "0", "country": "1", "federation_number": "2"}
    page = organizer.post(here, columns, follow=True)
    assert [offer.taken for offer in page.context["plan"].offers] == [False] * 3
    assert counts(page)["new"] == 4
    page = organizer.post(here, {"spelling": "some", "taken": "99"}, follow=True)
    assert [offer.taken for offer in page.context["plan"].offers] == [False] * 3


def test_several_members_of_one_name_cannot_be_taken(organizer, event) -> None:
    load([ANNE, Member("Anne BERG", country="NL", numbers=(Number("ema", "08010077"),))])
    page = read(organizer, "Name,Country\nBERG Anne,NL\n")
    [offer] = page.context["plan"].offers
    assert (len(offer.finding.members), offer.member) == (2, None)
    page = organizer.post(page.redirect_chain[-1][0], {"spelling": "all"}, follow=True)
    assert [line.values.get("federation_number", "") for line in page.context["plan"].lines] == [""]


def test_the_organizer_sees_how_an_application_differs_and_players_do_not(organizer, registry, event) -> None:
    open_registration(event)
    submit(event, name="De Jong Mattheu", family_name="De Jong", given_name="Mattheu", country="NL", latin_name="")
    page = organizer.get("/e/small/desk/registration/applications/1/")
    assert "The registry has this name with a number: DE JONG Mattheu, NL, 08010039." in page.text
    page = Client().get("/e/small/register/", {"q": "08010039", "member": "1", "number": "08010039"})
    assert "DE JONG" not in page.text


def test_the_note_about_the_registry_goes_once_its_values_are_changed(organizer, registry, event) -> None:
    note = "Filled from the registry."
    picked = links(organizer.get(NEW, {"q": "sato"}))["JM-0123"]
    assert note in organizer.get(picked).text
    values = {
        "name": "佐藤 翔太",
        "family_name": "佐藤",
        "given_name": "翔太",
        "latin_name": "SATO Shota",
        "country": "JP",
    }
    posted = values | {"federation_number": "JM-0123", "kind": "player", "number": "x"}
    assert note in organizer.post(picked, posted).text
    assert note not in organizer.post(picked, posted | {"given_name": "翔"}).text
    entry = add_entry(system_actor("test"), event, name="李", country="JP")
    page = organizer.get(f"/e/small/desk/registration/{entry['number']}/")
    assert note not in page.text
    sato = registry.members.get(name="佐藤 翔太")
    pressed = organizer.post(page.request["PATH_INFO"], posted | {"use": f"{sato.pk}:99010001"})
    assert note in pressed.text
