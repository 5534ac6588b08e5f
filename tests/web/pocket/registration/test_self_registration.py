"""The pages of self-registration: the public form, the registrant's own page, the Desk; nothing else shows the data."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from tests.support.applications import new_application, open_registration, submit
from tests.support.crawling import crawl, read
from tests.support.events import chinese_document
from tests.web.test_every_page import foreign
from tournament.access.services.roles import grant_role
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.registration.models.applications import Application
from tournament.registration.services import applications
from tournament.registration.services.application_decisions import approve_application, ask_back, decline_application
from tournament.registration.services.entries import set_consents
from web.shared.requests.rate_limit import LIMITS, Limit

pytestmark = pytest.mark.django_db
PAGE, MINE, DESK = "/e/1/register/", "/e/1/register/mine/", "/e/1/desk/registration/applications/"
SYSTEM = system_actor("test")
FORM = {
    "family_name": "欧阳", "given_name": "娜娜", "mail": "nana@example.org", "birth_date": "1990-05-01",
    "name_consent": "yes", "photo_consent": "no", "oath": "on", "team": "一队",
}  # fmt: skip
PRIVATE = {"mail": "planted@example.org", "document": "E-PLANTED-77", "birth_date": "2014-03-09"}
GUARDIAN = {"guardian_name": "Planted Guardian", "guardian_contact": "+44 planted", "guardian_consent": "on"}


@pytest.fixture
def event() -> Event:
    import_event(SYSTEM, document=chinese_document())
    release_session(SYSTEM, Event.objects.get().sessions.get(number=1))
    return open_registration(Event.objects.get(), document="optional")


@pytest.fixture
def public() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def organizer(event) -> Client:
    account = Account.objects.create_user("organizer", name="李 组织")
    grant_role(SYSTEM, event, account=account, name=Role.Name.ORGANIZER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def send(client: Client, **answers: str):
    """Fill in the form as a browser does, with its hidden fields."""
    shown = client.get(PAGE).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', shown))
    return client.post(PAGE, hidden | FORM | answers)


def text(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def test_a_player_registers_reads_the_state_corrects_and_withdraws(event, public) -> None:
    done = send(public)
    assert done.status_code == 200
    assert "Your registration was received" in text(done)
    address = re.search(r"http://testserver(/e/1/register/[^\s\"]+/)\"", done.content.decode())[1]
    phone = Client(headers={"accept-language": "en"})
    opened = phone.get(address, follow=True)
    assert opened.redirect_chain == [(MINE, 302)]
    assert "Waiting for the organizer" in text(opened)
    assert "nana@example.org" in text(opened)
    form = phone.get(f"{MINE}correct/").context["form"]
    facts = {name: form[name].value() or "" for name in form.fields} | {"team": "二队"}
    assert "二队" in text(phone.post(f"{MINE}correct/", facts, follow=True))
    assert "Withdrawn by the player" in text(phone.post(f"{MINE}withdraw/", {}, follow=True))
    assert "nana@example.org" not in text(public.get(MINE))
    assert public.get(f"{MINE}correct/").status_code == 302


def test_errors_are_shown_at_their_fields_and_typed_values_stay(event, public) -> None:
    answer = send(public, mail="no mail", birth_date="2015-01-01", latin_name="Kept As Typed", oath="")
    form = answer.context["form"]
    assert answer.status_code == 400
    assert sorted(form.errors) == ["guardian_consent", "guardian_contact", "guardian_name", "mail", "oath"]
    assert "Kept As Typed" in answer.content.decode()
    assert "<details open>" in answer.content.decode()
    # Errors found only by the service are shown at their field too.
    answer = send(public, team="=1+1")
    assert list(answer.context["form"].errors) == ["team"]
    assert not Application.objects.exists()


def test_a_bot_that_fills_in_every_field_is_refused(event, public) -> None:
    answer = send(public, website="http://spam.example")
    assert (answer.status_code, Application.objects.count()) == (400, 0)
    assert "must stay empty" in text(answer)


def test_too_many_registrations_of_one_network_keep_their_input(event, public, monkeypatch) -> None:
    monkeypatch.setitem(LIMITS, "registrations", Limit(2, ""))
    answers = [send(public, mail=f"p{number}@example.org") for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 400]
    assert "p2@example.org" in answers[2].content.decode()


def test_registrations_before_the_clock_was_set_back_do_not_count(event, public, monkeypatch) -> None:
    monkeypatch.setattr(applications, "MOST_IN_AN_HOUR", 1)
    assert send(public, mail="p1@example.org").status_code == 200
    assert send(public, mail="p2@example.org").status_code == 400
    Application.objects.update(submitted_at=timezone.now() + timedelta(hours=1))
    assert send(public, mail="p2@example.org").status_code == 200


def test_a_form_sent_twice_registers_once(event, public) -> None:
    shown = public.get(PAGE).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', shown))
    first, second = (public.post(PAGE, hidden | FORM) for _time in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert Application.objects.count() == 1
    assert hidden["token"] in second.content.decode()
    # Going back, changing a value and sending again is refused, with a link to the correction.
    for key in (hidden["key"], "another"):
        third = public.post(PAGE, hidden | FORM | {"given_name": "伟", "key": key})
        assert (third.status_code, third.context["form"]["given_name"].value()) == (400, "伟")
        assert f'href="{MINE}"' in third.content.decode()
    assert "already sent" in text(third)
    assert Application.objects.count() == 1


def test_the_second_registration_of_a_person_looks_like_the_first(event, public) -> None:
    """The answer does not reveal whether another person is registered."""

    def bare(response) -> str:
        main = response.content.decode().split('<main id="main"')[1]
        return re.sub(r'/register/[\w-]{20,}/|src="data:[^"]*"', "", main)

    assert bare(send(public)) == bare(send(Client(headers={"accept-language": "en"})))
    assert bare(send(public, mail="o@example.org", family_name="选手1", given_name="")) == bare(send(public))


@pytest.mark.parametrize(
    ("opens", "closes", "says"),
    [
        (None, None, "No self-registration"),
        (timedelta(hours=1), None, "Registration is not open yet"),
        (timedelta(hours=-2), timedelta(hours=-1), "Registration is closed"),
    ],
)
def test_a_closed_form_says_so_and_accepts_nothing(event, public, opens, closes, says) -> None:
    now = timezone.now()
    open_registration(event, opens=opens and now + opens, closes=closes and now + closes)
    assert says in text(public.get(PAGE))
    assert says in text(public.post(PAGE, FORM))
    assert not Application.objects.exists()


def test_a_rehearsal_has_no_registration_form(event, public) -> None:
    Event.objects.update(rehearsal=True)
    assert public.get(PAGE).status_code == 404


def test_a_token_opens_only_its_event_and_unknown_ones_are_rate_limited(event, public, monkeypatch) -> None:
    document = chinese_document()
    document["event"]["id"] = "2"
    import_event(SYSTEM, document=document)
    open_registration(Event.objects.get(slug="2"))
    submit(event, token="the token of event one, which is long")
    assert public.get("/e/2/register/the token of event one, which is long/", follow=True).status_code == 404
    monkeypatch.setitem(LIMITS, "application", Limit(2, ""))
    for number in range(3):
        unknown = public.get(f"/e/2/register/guess-{number}/", follow=True)
    assert unknown.status_code == 429
    # Guessing does not lock out the holder of a valid token.
    assert public.get("/e/1/register/the token of event one, which is long/", follow=True).status_code == 200


def test_only_organizers_open_the_applications(event, organizer) -> None:
    application = new_application(event)
    referee = Account.objects.create_user("referee")
    grant_role(SYSTEM, event, account=referee, name=Role.Name.REFEREE)
    client = Client()
    for address in (DESK, f"{DESK}{application.number}/"):
        assert client.get(address).status_code == 302
        assert organizer.get(address).status_code == 200
    client.force_login(referee)
    for address in (DESK, f"{DESK}{application.number}/"):
        assert client.get(address).status_code == 403
    assert client.post(f"{DESK}{application.number}/approve/", {"team": ""}).status_code == 403
    assert organizer.get(f"{DESK}99/").status_code == 404


def test_the_organizer_decides_one_by_one(event, organizer) -> None:
    first, second, third, fourth = (
        submit(event, family_name=name, mail=f"p{at}@example.org") for at, name in enumerate("甲乙丙丁")
    )
    organizer.post(f"{DESK}{first.number}/approve/", {"team": "龙队"})
    entry = Entry.objects.get(name="甲伟")
    assert entry.team.name == "龙队"
    assert f"{DESK}{first.number}/" in organizer.get("/e/1/desk/registration/9/").content.decode()
    organizer.post(f"{DESK}{second.number}/wait/", {})
    organizer.post(f"{DESK}{third.number}/ask/", {"question": "Which team?"})
    assert organizer.post(f"{DESK}{fourth.number}/decline/", {"reason": ""}).status_code == 400
    organizer.post(f"{DESK}{fourth.number}/decline/", {"reason": "Too late."})
    states = Application.objects.order_by("number").values_list("state", flat=True)
    assert list(states) == ["approved", "waiting", "asked", "declined"]
    listed = text(organizer.get(f"{DESK}?state=waiting"))
    assert "乙伟" in listed
    assert "丙伟" not in listed
    shown = organizer.post(f"{DESK}{second.number}/address/", {"token": "a new token of twenty signs"})
    assert "a%20new%20token" in shown.content.decode()


def test_a_known_person_is_offered_before_approving(event, organizer) -> None:
    known = Entry.objects.get(name="选手3").person
    application = submit(event, family_name="选手3", given_name="", latin_name="")
    page = organizer.get(f"{DESK}{application.number}/")
    assert "选手3 is registered with the number 3" in text(page)
    answer = organizer.post(f"{DESK}{application.number}/approve/", {"person": known.pk, "team": ""})
    assert list(answer.context["approve_form"].errors) == ["person"]
    organizer.post(f"{DESK}{application.number}/approve/", {"person": "", "team": ""})
    assert Entry.objects.get(number=9).person != known


def test_approving_together_leaves_out_possibly_known_persons(event, organizer) -> None:
    for at, names in enumerate((("甲", "三"), ("乙", "三"), ("选手1", ""))):
        submit(event, family_name=names[0], given_name=names[1], mail=f"p{at}@example.org")
    page = organizer.post(DESK, {"chosen": ["1", "2", "3", "99", "x"], "key": "together"}, follow=True)
    assert "2 are approved." in text(page)
    assert "选手1: please check it first." in text(page)
    assert list(Application.objects.order_by("number").values_list("state", flat=True)) == [
        "approved", "approved", "submitted",
    ]  # fmt: skip


def test_a_free_place_is_offered_to_the_first_of_the_waiting_list(event, organizer) -> None:
    event = open_registration(event, capacity=8)
    application = submit(event)
    assert application.state == "waiting"
    assert "A place is free" not in text(organizer.get(DESK))
    Entry.objects.filter(number=1).update(status="withdrawn")
    assert "First in the waiting list: 王伟" in text(organizer.get(DESK))
    assert organizer.post(f"{DESK}1/approve/", {"team": ""}).status_code == 302
    assert event.entries.count() == 9


def test_the_checklist_counts_unanswered_registrations(event, organizer) -> None:
    assert "self-registrations wait" not in text(organizer.get("/e/1/desk/"))
    submit(event)
    assert "1 self-registration waits for an answer" in text(organizer.get("/e/1/desk/"))


def test_queries_of_the_list_do_not_grow_with_rows(event, organizer) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert organizer.get(DESK).status_code == 200
        return len(captured)

    new_application(event)
    queries()
    count_for_one = queries()
    new_application(event), new_application(event)
    assert queries() == count_for_one


def test_private_answers_are_in_no_public_page_or_file(event, public, organizer) -> None:
    application = submit(event, **PRIVATE | {"birth_date": date(2014, 3, 9)}, **GUARDIAN)
    waiting = submit(event, family_name="甲", mail="planted2@example.org")
    number = approve_application(SYSTEM, application)["number"]
    planted = (*PRIVATE.values(), "Planted Guardian", "+44 planted", "planted2")
    pages = crawl(public, ["/", "/e/1/", PAGE, f"/e/1/players/{number}/"])
    assert f"/e/1/players/{number}/" in pages
    published = "".join(page.body.decode(errors="replace") for path, page in pages.items() if "/live/" not in path)
    exported = dump(event_document(Event.objects.get(pk=event.pk))).decode()
    assert [value for value in planted if value in published or value in exported] == []
    # A waiting player appears nowhere in public; the organizer sees everything.
    assert waiting.name not in published + exported
    assert "Planted Guardian" in text(organizer.get(f"{DESK}{application.number}/"))


def test_a_refused_name_is_shown_as_initials_on_every_public_page(event, public, organizer) -> None:
    hidden = Entry.objects.get(number=1)
    Entry.objects.filter(number=1).update(name="夏侯惇", latin_name="Xiahou Dun")
    set_consents(SYSTEM, event, entry=hidden, name=False, photo=None)
    pages = crawl(public, ["/", "/e/1/", "/e/1/wall/calls/"])
    assert len(pages) > 15
    revealing = [path for path, page in pages.items() if re.search("夏侯|Xiahou", page.body.decode(errors="replace"))]
    assert revealing == []
    assert "夏○" in text(public.get("/e/1/players/"))
    assert "夏○" in text(public.get("/e/1/standings/"))
    assert "夏侯惇" in text(organizer.get("/e/1/desk/registration/"))
    player = event_document(Event.objects.get(pk=event.pk))["players"][0]
    assert (player["name"], player["consents"]) == ("夏侯惇", {"name": False})


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
def test_a_registrants_own_pages_are_translated(event, language) -> None:
    client = Client(headers={"accept-language": language})
    assert "报名" in send(client, mail="nobody").content.decode() or language == "ja"
    send(client, mail="1@2.cn", website="")
    application = Application.objects.get()
    pages = [read(client, MINE), read(client, f"{MINE}correct/"), read(client, f"{MINE}withdraw/")]
    ask_back(SYSTEM, application, question="？")
    pages += [read(client, MINE), read(client, f"{MINE}correct/")]
    decline_application(SYSTEM, application, reason="。")
    pages += [read(client, MINE), read(Client(headers={"accept-language": language}), MINE)]
    assert [page.status for page in pages] == [200] * 6 + [404]
    assert list(foreign({str(at): page for at, page in enumerate(pages)}, language)) == []


def test_consents_are_changed_at_the_desk(event, organizer) -> None:
    organizer.post("/e/1/desk/registration/2/consents/", {"name_consent": "no", "photo_consent": ""})
    entry = Entry.objects.get(number=2)
    assert (entry.name_consent, entry.photo_consent) == (False, None)


def test_the_home_says_your_registration_afterwards_on_this_phone_only(event, public) -> None:
    home = f"/e/{event.slug}/"
    assert "Register for the event" in text(public.get(home))
    done = send(public)
    shown = done.content.decode()
    assert "<img" not in shown.split("<main")[1]
    assert re.search(r'<input class="form-control" id="address" value="http://testserver/e/[^"]+" readonly', shown)
    assert 'data-share="address"' in shown
    after = text(public.get(home))
    assert "You are registered here" in after
    assert "Your registration" in after
    assert "Register for the event" not in after
    assert "Register for the event" in text(Client(headers={"accept-language": "en"}).get(home))
