"""Registration by hand at the Desk: the list, a player's page, teams and groups, duplicates, by role."""

import pytest
from django.utils import timezone

from tests.support.events import small_event
from tests.web.desk.conftest import ROLES
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
from tournament.registration.selectors.entries import private_data_of

pytestmark = pytest.mark.django_db
OFFICIALS = {"organizer", "committee", "chief-referee", "referee", "scorekeeper", "arbitration", "administrator"}
ORGANIZERS = {"organizer", "administrator"}
DESK = "/e/small/desk/registration/"
PAGES = {
    "": OFFICIALS,
    "1/": OFFICIALS,
    "units/": OFFICIALS,
    "lineups/": OFFICIALS,
    "teams/1/lineup/": OFFICIALS,
    "teams/1/": OFFICIALS,
    "groups/1/": OFFICIALS,
    "new/": ORGANIZERS,
    "file/": ORGANIZERS,
    "duplicates/": ORGANIZERS,
    "private/": ORGANIZERS,
    "private/delete/": ORGANIZERS,
}
PRIVATE = {"document": "E12345678", "contact": "wei@example.org", "birth_date": "1971-03-29"}


@pytest.fixture
def event(db) -> Event:
    """Create one group, two teams, three players, one of them without a team, and private data of the first."""
    event = small_event()
    group = Group.objects.create(event=event, number=1, name="NL")
    teams = [
        Team.objects.create(event=event, number=1, name="Windmill", group=group),
        Team.objects.create(event=event, number=2, name="Tulip"),
    ]
    rows = [("BAKKER Ans", "NL", teams[0]), ("王伟", "CN", teams[1]), ("EA Félicia", "FR", None)]
    for number, (name, country, team) in enumerate(rows, start=1):
        person = Person.objects.create(name=name, country=country)
        Entry.objects.create(event=event, person=person, number=number, name=name, country=country, team=team)
    PrivateData.objects.create(person=Person.objects.get(name="BAKKER Ans"), **PRIVATE)
    return event


def names(answer) -> list[str]:
    return [row.record.name for row in answer.context["table"].rows]


@pytest.mark.parametrize("role", ROLES)
def test_every_page_opens_for_its_roles_and_only_organizers_write(event, signed_in, role):
    client = signed_in(role, event)
    opened = {page for page in PAGES if client.get(DESK + page).status_code == 200}
    assert opened == {page for page, roles in PAGES.items() if role in roles}
    if role not in ORGANIZERS:
        # Referees enter line-ups too: tests/web/desk/registration/test_line_ups.py.
        pages = [page for page in PAGES if page and "lineup" not in page]
        written = {client.post(DESK + page, {"name": "X", "adding": "team"}).status_code for page in pages}
        written |= {client.post(f"{DESK}1/{page}/", PRIVATE).status_code for page in ("private", "presence")}
        assert written == {403}
    assert (Entry.objects.count(), Team.objects.filter(event=event).count()) == (3 if role != "foreign" else 19, 2)


@pytest.mark.parametrize("role", sorted(OFFICIALS))
def test_only_organizers_see_private_data(event, signed_in, role):
    page = signed_in(role, event).get(f"{DESK}1/").content.decode()
    assert [value in page for value in PRIVATE.values()] == [role in ORGANIZERS] * 3


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=felicia", ["EA Félicia"]),
        ("q=2", ["王伟"]),
        ("team=1", ["BAKKER Ans"]),
        ("team=none", ["EA Félicia"]),
        ("group=1", ["BAKKER Ans"]),
        ("group=none", ["王伟", "EA Félicia"]),
        ("country=CN", ["王伟"]),
        ("kind=filler", []),
        ("status=entered&country=FR", ["EA Félicia"]),
        ("team=99&country=XX", ["BAKKER Ans", "王伟", "EA Félicia"]),
    ],
)
def test_the_list_is_filtered(event, signed_in, query, expected):
    assert names(signed_in("organizer", event).get(f"{DESK}?{query}")) == expected


def test_queries_of_the_list_do_not_grow_with_rows(event, signed_in, queries):
    client = signed_in("organizer", event)
    assert queries(lambda: client.get(f"{DESK}?country=NL")) == queries(lambda: client.get(DESK))


def test_a_player_is_registered_changed_withdrawn_and_returned(event, signed_in):
    client = signed_in("organizer", event)
    team = event.teams.get(number=1)
    client.post(f"{DESK}new/", {"name": "欧阳娜娜", "country": "CN", "kind": "player", "team": team.pk})
    entry = Entry.objects.get(number=4)
    assert (entry.name, entry.team.name, entry.person.name) == ("欧阳娜娜", "Windmill", "欧阳娜娜")
    form = client.get(f"{DESK}4/").context["form"]
    facts = {name: form[name].value() or "" for name in form.fields} | {"team": "", "number": 9, "kind": "reserve"}
    answer = client.post(f"{DESK}4/", facts, follow=True)
    assert answer.redirect_chain == [(f"{DESK}9/", 302)]
    entry.refresh_from_db()
    assert (entry.number, entry.team, entry.kind) == (9, None, "reserve")
    client.post(f"{DESK}9/presence/", {"session": 1, "reason": "ill"})
    assert names(client.get(f"{DESK}?status=withdrawn")) == ["欧阳娜娜"]
    client.post(f"{DESK}9/presence/", {"session": 1, "reason": "well again"})
    assert names(client.get(f"{DESK}?status=withdrawn")) == []


def test_errors_are_shown_at_their_fields_and_typed_values_stay(event, signed_in):
    client = signed_in("organizer", event)
    answer = client.post(f"{DESK}new/", {"name": "=1+1", "kind": "player", "latin_name": "Kept As Typed"})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["name"]
    assert "Kept As Typed" in answer.content.decode()
    answer = client.post(f"{DESK}new/", {"name": "Somebody", "kind": "player", "number": 1})
    assert answer.context["form"].errors == {"number": ["BAKKER Ans has the number 1."]}
    assert Entry.objects.count() == 3


def test_a_conflict_shows_both_values_and_keeps_typed_ones(event, signed_in):
    client = signed_in("organizer", event)
    form = client.get(f"{DESK}1/").context["form"]
    typed = {name: form[name].value() or "" for name in form.fields} | {"country": "FR", "given_name": "Ans"}
    typed |= {"team": event.teams.get(number=1).pk, "base": form["base"].value()}
    Entry.objects.filter(number=1).update(country="DE", latin_name="Ans B.")
    answer = client.post(f"{DESK}1/", typed)
    assert answer.status_code == 409
    shown = answer.context["form"]
    assert shown.errors == {
        "country": [
            "Somebody else has changed this to “Germany”; you want “France”.",
            "Save again to use yours.",
        ]
    }
    assert (shown["country"].value(), shown["given_name"].value()) == ("FR", "Ans")
    assert Entry.objects.get(number=1).given_name == ""
    again = {name: shown[name].value() or "" for name in shown.fields}
    client.post(f"{DESK}1/", again)
    entry = Entry.objects.get(number=1)
    assert (entry.country, entry.given_name, entry.latin_name) == ("FR", "Ans", "Ans B.")


def test_a_character_without_a_glyph_is_named(event, signed_in):
    client = signed_in("organizer", event)
    answer = client.post(f"{DESK}new/", {"name": "张𠮷祥𒀀", "kind": "player"}, follow=True)
    assert "fonts do not have: " in answer.content.decode()


def test_private_data_is_changed_separately(event, signed_in):
    client = signed_in("organizer", event)
    client.post(f"{DESK}2/private/", {"document": "P1", "birth_date": "1980-02-01"})
    kept = PrivateData.objects.get(person__name="王伟")
    assert (kept.document, kept.contact, kept.birth_date) == ("P1", "", "1980-02-01")
    assert client.post(f"{DESK}2/private/", {"birth_date": "yesterday"}).status_code == 400


def test_concurrent_changes_of_private_data_merge_or_conflict(event, signed_in):
    client = signed_in("organizer", event)
    client.post(f"{DESK}1/private/", {"contact": "old", "document": "P1"})
    shown = client.get(f"{DESK}1/").context["private_form"]["base"].value()
    client.post(f"{DESK}1/private/", {"contact": "theirs", "document": "P1"})
    both = client.post(f"{DESK}1/private/", {"base": shown, "contact": "mine", "document": "P2"})
    assert both.status_code == 409
    assert "“theirs”; you want “mine”" in str(both.context["private_form"].errors)
    person = event.entries.get(number=1).person
    assert private_data_of(person)["document"] == "P1"
    client.post(f"{DESK}1/private/", {"base": shown, "contact": "old", "document": "P2"})
    assert private_data_of(person) == {"document": "P2", "contact": "theirs", "birth_date": ""}


def test_teams_and_groups_are_created_changed_merged_and_removed(event, signed_in):
    client = signed_in("organizer", event)
    client.post(f"{DESK}units/", {"adding": "group", "name": "CN"})
    client.post(f"{DESK}units/", {"adding": "team", "name": "Rose", "leader": "赵敏", "group": Group.objects.last().pk})
    assert [(team.name, team.leader) for team in event.teams.all()][2] == ("Rose", "赵敏")
    assert client.post(f"{DESK}units/", {"adding": "team", "name": "Rose"}).status_code == 400
    client.post(f"{DESK}teams/3/", {"name": "Lotus", "leader": ""})
    client.post(f"{DESK}teams/2/merge/", {"into": event.teams.get(number=1).pk})
    assert Entry.objects.get(number=2).team.name == "Windmill"
    client.post(f"{DESK}teams/1/", {"remove": "1"})
    client.post(f"{DESK}teams/3/", {"remove": "1"})
    assert [team.name for team in event.teams.all()] == ["Windmill"]
    client.post(f"{DESK}groups/1/", {"name": "Nederland"})
    client.post(f"{DESK}groups/1/", {"remove": "1"})
    client.post(f"{DESK}groups/2/", {"remove": "1"})
    assert [group.name for group in event.groups.all()] == ["Nederland"]


def test_a_walk_in_who_may_be_known_is_said_with_the_way_to_compare(event, signed_in):
    Person.objects.create(name="Ben Okri", country="NG")
    client = signed_in("organizer", event)
    hint = "may be known already. Look under “Duplicates”."
    walk_in = client.post(f"{DESK}new/", {"name": "Noor Haddad", "country": "FR", "kind": "player"}, follow=True).text
    assert "Register another" in walk_in
    assert "Register another" not in client.get(DESK).text
    regular = client.post(f"{DESK}new/", {"name": "Ben Okri", "country": "NG", "kind": "player"}, follow=True).text
    assert (hint in walk_in, f"Ben Okri {hint}" in regular) == (False, True)
    assert "here with the number 5 · " in client.get(f"{DESK}duplicates/").text


def test_duplicate_persons_are_offered_merged_and_separated(event, signed_in):
    known = Person.objects.create(name="Ans Bakker", country="NL", federation_number="08990001")
    person = Person.objects.get(name="BAKKER Ans")
    client = signed_in("organizer", event)
    page = client.get(f"{DESK}duplicates/").content.decode()
    assert "the same words in another order, the same country" in page
    client.post(f"{DESK}duplicates/", {"do": "merge", "kept": known.pk, "merged": person.pk})
    person.refresh_from_db()
    assert person.merged_into == known
    assert "08990001" in client.get(DESK).content.decode()
    client.post(f"{DESK}duplicates/", {"do": "unmerge", "merged": person.pk})
    person.refresh_from_db()
    assert person.merged_into is None


def test_a_double_registration_is_merged_or_kept_apart_and_both_are_undone(event, signed_in):
    double = Entry.objects.create(
        event=event, person=Person.objects.create(name="Ans Bakker"), number=4, name="Ans Bakker", country="NL"
    )
    first = Entry.objects.get(number=1)
    client, page = signed_in("organizer", event), f"{DESK}duplicates/"
    assert "They are the same person: keep number 4" in client.get(page).content.decode()
    answer = client.post(page, {"do": "merge-entries", "kept": first.pk, "merged": double.pk}, follow=True)
    assert "The registration of Ans Bakker is merged" in answer.content.decode()
    assert "Ans Bakker" not in names(client.get(DESK))
    client.post(page, {"do": "unmerge-entries", "merged": double.pk})
    assert names(client.get(DESK)) == ["BAKKER Ans", "王伟", "EA Félicia", "Ans Bakker"]
    persons = {"first": first.person.pk, "second": double.person.pk}
    page_text = client.post(page, {"do": "apart", **persons}, follow=True).content.decode()
    assert "They are two persons" in page_text
    assert "They are the same person" not in page_text
    assert "They are the same person" in client.post(page, {"do": "offer", **persons}, follow=True).content.decode()
    other = small_event("other")
    stranger = Entry.objects.create(event=other, person=Person.objects.create(name="X"), number=1, name="X")
    assert client.post(page, {"do": "merge-entries", "kept": first.pk, "merged": stranger.pk}).status_code == 404
    assert client.post(page, {"do": "anything"}).status_code == 404


def test_queries_do_not_grow_with_duplicates(event, signed_in, queries):
    client, page = signed_in("organizer", event), f"{DESK}duplicates/"

    def double(number: int) -> None:
        name = f"Bakker Ans{'x' * number}"
        person = Person.objects.create(name=name)
        Entry.objects.create(event=event, person=person, number=number, name=name, merged_into=event.entries.first())
        other = Person.objects.create(name=f"Ans Bakker{'x' * number}")
        DistinctPersons.objects.create(first=Person.objects.get(name="BAKKER Ans"), second=other, at=timezone.now())
        PrivateData.objects.create(person=person, document="E1")

    double(7)
    addresses = (page, f"{DESK}private/")
    before = [queries(lambda address=address: client.get(address)) for address in addresses]
    double(8)
    double(9)
    assert [queries(lambda address=address: client.get(address)) for address in addresses] == before
