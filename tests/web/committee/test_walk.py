"""Every page of a body and of an account's own person, by following their links in Chinese and Japanese."""

import json
import re
from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, resolve, reverse
from django.urls.exceptions import Resolver404

from common.actions.permissions import Actor, system_actor
from ranking.bodies.models import Body, BodyMember
from ranking.links.models import CorrectionRequest
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.services.applications import claim
from ranking.pins.services.decisions import ask
from ranking.rankings.models import Ranking
from ranking.record.selectors.result_lists import NEW, plan_of
from ranking.record.services.result_lists import match_rows
from ranking.record.services.site_results import send_results
from ranking.record.services.taken_lists import take_list
from ranking.tasks import newly_qualified
from scoring.event_file.services.importing import import_event
from tests.support import planting
from tests.support.crawling import Page, crawl, planted_views
from tests.support.events import chinese_document
from tests.support.pin_applications import applied, asked_on_paper, granted, missing
from tests.support.ranking import (
    closed,
    confirmed,
    new_account,
    new_body,
    new_person,
    recorded_event,
    result_of,
    taken_list,
)
from tests.support.rankings import computed, new_ranking
from tests.support.registries import import_rows, kept_list
from tests.support.web_sites import EVENT, SENT, new_site
from tests.web.test_every_page import foreign, patterns
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person, PrivateData

pytestmark = pytest.mark.django_db

ROWS = [
    ["名次", "姓名", "国家", "标准分", "比赛分"],
    ["1", "选手1", "CN", "25.33", "+10"],
    ["2", "王伟", "CN", "7", "-3"],
]


@pytest.fixture(autouse=True)
def _media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


#: A list of members without words of another language.
MEMBERS = [["姓名", "国家", "EMA编号"], ["王伟", "中国", "08010001"], ["李娜", "中国", "1"]]


@pytest.fixture
def clients():
    """Return a chair of a body with events, lists and requests, and a person with a request."""
    import_event(system_actor("测试"), document=chinese_document())
    event = Event.objects.get()
    body = new_body("member", name="中国协会", slug="1", countries=["CN"])
    recorded = confirmed(event, body)
    other = json.loads(json.dumps(chinese_document()))
    other["event"] |= {"id": "2", "name": "第二杯"}
    import_event(system_actor("测试"), document=other)
    closed(Event.objects.get(slug="2"))
    person = recorded.results.first().person
    for slug, ready in (("3", True), ("4", False)):
        kept = taken_list(body, [{"name": "", "rows": ROWS}], slug=slug, name="第三杯", place="", sanction_body="")
        body.result_lists.filter(pk=kept).update(file_name="名单")
        if ready:
            match_rows(system_actor("测试"), body, kept=kept, people={"2": NEW, "3": NEW})
            take_list(system_actor("测试"), body, kept=kept, seen=plan_of(body.result_lists.get(pk=kept)).version)
    newly_qualified()
    account = new_account(person, name="选手")
    CorrectionRequest.objects.create(
        person=person,
        account=account,
        body=body,
        text=planting.REQUEST,
        made_at="2026-05-01T09:00:00Z",
        delete_after="2030-01-01",
    )
    Person.objects.filter(pk=person.pk).update(country="CN")
    PrivateData.objects.create(person=person, **planting.PERSON)
    apply_for_pins(Account.objects.get(pk=account.pk), body)
    import_rows(body, MEMBERS)
    kept = kept_list(body, MEMBERS)
    ranking = new_ranking(body, slug="11", kind="own", factors=["1"] * 10, least=1)
    Ranking.objects.filter(pk=ranking.pk).update(name={"zh": "积分榜"})
    for day in (date(2026, 1, 1), None):
        computed(ranking, day)
    chair, foreign = new_account(name="赵敏"), new_account(name="周芷若")
    BodyMember.objects.create(account=chair, body=body, role=BodyMember.Role.CHAIR)
    elsewhere = new_body("member", name="Elsewhere", countries=["FR"])
    BodyMember.objects.create(account=foreign, body=elsewhere, role=BodyMember.Role.CHAIR)
    body.result_lists.update(actor_ref=f"account:{chair.pk}")
    body.member_lists.filter(pk=kept.pk).update(actor_ref=f"account:{chair.pk}", file_name="会员名单")
    own, public = reverse("committee:body", args=["1"]), ["/register/", reverse("record:person", args=[person.pk])]
    return {
        "chair": (chair, [own, reverse("committee:body", args=[web_site_of(chair).slug])]),
        "player": (account, [reverse("record:me")]),
        "foreign": (foreign, [*public, own, reverse("committee:body", args=[elsewhere.slug]), *inside(body)]),
        "nobody": (new_account(new_person()), [*public, reverse("record:me"), own, *inside(body)]),
        "anonymous": (None, [*public, own, *inside(body)]),
    }


def web_site_of(chair: Account) -> Body:
    """Return a web site's body with the same chair and with waiting results."""
    site = new_site()
    Body.objects.filter(pk=site.pk).update(name="网站", site="麻将")
    BodyMember.objects.create(account=chair, body=site, role=BodyMember.Role.CHAIR)
    sent = {**SENT, "header": EVENT | {"name": "网络赛"}}
    send_results(Actor(ref="site:1", name="网站", shown=site), site, slug="5", **sent)
    return site


def inside(body: Body) -> list[str]:
    """Return the addresses of the body's applications, which are closed to all others."""
    waiting = body.pin_applications.values_list("pk", flat=True)
    names = ("pin", "refuse-pin", "revoke-pin")
    return [
        *(reverse(f"committee:{name}", args=[body.slug, pk]) for name in names for pk in waiting),
        *(reverse("committee:pin-paper", args=[body.slug, pk, "a10"]) for pk in waiting),
        *(reverse("record:pin", args=[pk]) for pk in waiting),
        *(reverse("record:pin-paper", args=[pk, "a10"]) for pk in waiting),
        *(
            reverse("committee:claim", args=[body.slug, claim.application_id, claim.pk])
            for claim in MissingResult.objects.all()
        ),
        *(
            reverse(name, args=[*slug, file.claim.application_id, file.pk])
            for file in ClaimFile.objects.all()
            for name, slug in (("committee:claim-file", [body.slug]), ("record:handed-in", []))
        ),
        reverse("committee:pin-file", args=[body.slug]),
    ]


def apply_for_pins(account: Account, body: Body) -> None:
    """Grant the account's pin 9, published in the register, apply for pin 8, and let another account apply."""
    for points, slug in ((240, "7"), (120, "8")):
        event = recorded_event(body, slug=slug, name="第四杯", confirmed_by="赵敏")
        result_of(account.person, event, table_points=points, competition_points=1)
        application = applied(account, public=True, language="zh-hans", **planting.PIN)
        if points == 240:
            granted(application)
            Certificate.objects.update(signers=["赵敏"], code="1", body_slug="1")
    claim(actor_of(account), account, application=application, missing=missing("春季赛", text=planting.CLAIM))
    ask(system_actor("测试"), application, text=planting.MESSAGE)
    PinApplication.objects.filter(account=account).update(decided_by="赵敏")
    other = new_person("李四", country="CN")
    result_of(other, recorded_event(body, slug="9", name="第六杯"), table_points=240)
    applied(new_account(other, name="李四"), **planting.PIN)
    third = new_person("王五", country="CN")
    result_of(third, recorded_event(body, slug="10", name="第七杯"), table_points=240)
    asked_on_paper(new_account(third, name="王五"), system_actor("测试"), **planting.PIN)


#: The addresses of these walks; tests/web/test_every_page.py walks the rest of the program.
OURS = r"^/(committee|me|p|c|register|rankings)/|^/e/1/class"


def walked(account, starts, language) -> dict[str, Page]:
    client = Client(headers={"accept-language": language})
    if account:
        client.force_login(account)
    cache.clear()
    return crawl(client, starts, within=OURS)


TAKEN_ALONG = {"record:data", "record:data-json", "record:data-xlsx"}
#: Account -> where it sees planted values: the body an applicant's data, the player their own.
MAY_SEE = {
    "chair": {"pin": {"committee:pin", "committee:pin-paper", "committee:request", "committee:claim"}},
    "player": {"pin": {"record:pin", "record:pin-paper", *TAKEN_ALONG}, "person": TAKEN_ALONG},
}


@pytest.mark.parametrize("role", ["foreign", "nobody", "anonymous"])
def test_only_the_body_and_the_applicant_see_typed_data(clients, role) -> None:
    pages = walked(*clients[role], "en")
    assert len(pages) > 10
    assert planted_views(pages) == {}


@pytest.mark.parametrize(("role", "language"), [("chair", "zh-hans"), ("player", "ja")])
def test_every_page_works_and_is_translated(clients, role, language) -> None:
    pages = walked(*clients[role], language)
    assert planted_views(pages) == MAY_SEE[role]
    assert [(page.path, page.status) for page in pages.values() if page.status >= 400] == []
    assert [line for page in pages.values() for line in page.dead] == []
    for page in pages.values():
        for _method, action in page.forms:
            resolve(action.split("?")[0])
    names = r"\bBody \b|\bElsewhere\b|\btest\b|ranking-\d+|list\.csv|body-\d+|WMCC|EMA|JMSA|\bjob \d+|\bTP\b|\bCP\b"
    kept = re.compile(names)
    for page in pages.values():
        page.texts = [(spoken, kept.sub("", text)) for spoken, text in page.texts]
    words = list(foreign(pages, language))
    assert words == [], words
    reached = set()
    for path in {link for page in pages.values() for link in page.links} | set(pages):
        try:
            reached.add(resolve(path.split("?")[0]).route)
        except Resolver404:
            continue
    wanted = {
        "chair": {route for route in patterns(get_resolver()) if re.match("committee/<|rankings/", route)}
        # A button, and a typed name, lead here: tests/web/committee/rankings/, tests/web/pocket/rankings/.
        - {"committee/<slug:slug>/rankings/<slug:ranking>/compute/"}
        - {"rankings/<slug:slug>/players/<number:pk>/with/<number:other>/"}
        # Named for link previews only: tests/web/pocket/sharing/.
        - {route for route in patterns(get_resolver()) if re.match("rankings/.*/picture.png$", route)}
        # Only the head of several bodies, or a button, leads here.
        - {"committee/<slug:slug>/persons/evaluate/", "committee/<slug:slug>/pins/grant/"}
        - {"committee/<slug:slug>/sent/token/", "committee/<slug:slug>/sent/token/end/"}
        # Only the world body sanctions events: tests/web/committee/test_sanctions.py.
        - {"committee/<slug:slug>/register/enter/", "committee/<slug:slug>/register/<number:pk>/withdraw/"}
        # The picture on the page of the seal, if there is one: tests/web/committee/test_bodies.py.
        - {"committee/<slug:slug>/seal.jpg"}
        # Granted applications, which the list shows by a filter: tests/web/pocket/record/test_pins.py.
        - {"committee/<slug:slug>/pins/<number:pk>/revoke/"}
        # Only with an open invitation: tests/web/committee/test_invitations.py.
        - {"committee/<slug:slug>/members/invitations/<number:body_invitation>/withdraw/"}
        # Only applications on paper: tests/web/committee/test_paper_applications.py.
        - {f"committee/<slug:slug>/pins/<number:pk>/{name}/" for name in ("answer", "withdraw", "scans/<number:file>")},
        "player": {route for route in patterns(get_resolver()) if re.match("me/pins/|c/|register/", route)}
        # An application is open already: tests/web/pocket/record/test_pins.py.
        - {"me/pins/apply/", "me/pins/apply/missing/"}
        # Named for link previews only: tests/web/pocket/record/test_pins.py.
        - {"c/<slug:code>/picture.png"}
        | {"p/<number:pk>/", "me/", "me/data/", "me/data/data.json", "me/certificates/<slug:slug>.pdf"},
    }[role]
    assert wanted - reached == set()
