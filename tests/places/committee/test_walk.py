"""Every page of a body and of an account's own person, by following their links in Chinese and Japanese."""

import json
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, resolve, reverse
from django.urls.exceptions import Resolver404

from common.permissions import system_actor
from ranking.models import Body, BodyMember, Certificate, CorrectionRequest, PinApplication
from ranking.selectors.result_lists import NEW, plan_of
from ranking.services.pin_decisions import ask
from ranking.services.result_lists import match_rows, take_list
from ranking.tasks import newly_qualified
from scoring.services.event_import import import_event
from tests.places.test_every_page import foreign, patterns
from tests.support.crawling import Page, crawl
from tests.support.events import chinese_document
from tests.support.pin_applications import applied, granted
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
from tournament.models import Account, Event, Person

pytestmark = pytest.mark.django_db

ROWS = [
    ["名次", "姓名", "国家", "标准分", "比赛分"],
    ["1", "选手1", "CN", "25.33", "+10"],
    ["2", "王伟", "CN", "7", "-3"],
]


@pytest.fixture
def clients():
    """A head of a body with an event to confirm, a confirmed one, lists, a person who asks; and that person."""
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
        text="名字",
        made_at="2026-05-01T09:00:00Z",
        delete_after="2030-01-01",
    )
    Person.objects.filter(pk=person.pk).update(country="CN")
    apply_for_pins(Account.objects.get(pk=account.pk), body)
    head = new_account(name="赵敏")
    BodyMember.objects.create(account=head, body=body, role=BodyMember.Role.HEAD)
    body.result_lists.update(actor_ref=f"account:{head.pk}")
    return {"head": (head, [reverse("committee:body", args=["1"])]), "player": (account, [reverse("record:me")])}


def apply_for_pins(account: Account, body: Body) -> None:
    """The account's pin 9 is granted and stands in the register, for pin 8 it applies; another one waits."""
    for points, slug in ((240, "7"), (120, "8")):
        event = recorded_event(body, slug=slug, name="第四杯", confirmed_by="赵敏")
        result_of(account.person, event, table_points=points, competition_points=1)
        application = applied(account, public=True, language="zh-hans", contact="13800000000")
        if points == 240:
            granted(application)
            Certificate.objects.update(signers=["赵敏"], code="1", body_slug="1")
    ask(system_actor("测试"), application, text="在哪里？")
    PinApplication.objects.filter(account=account).update(decided_by="赵敏")
    other = new_person("李四", country="CN")
    result_of(other, recorded_event(body, slug="9", name="第六杯"), table_points=240)
    applied(new_account(other, name="李四"), contact="13800000000")


def walked(account, starts, language) -> dict[str, Page]:
    client = Client(headers={"accept-language": language})
    client.force_login(account)
    cache.clear()
    pages = crawl(client, starts)
    ours = ("/committee/", "/me/", "/p/", "/e/1/class", "/c/", "/register/")
    return {path: page for path, page in pages.items() if path.startswith(ours)}


@pytest.mark.parametrize(("who", "language"), [("head", "zh-hans"), ("player", "ja")])
def test_no_page_breaks_and_all_is_translated(clients, who, language) -> None:
    pages = walked(*clients[who], language)
    assert [(page.path, page.status) for page in pages.values() if page.status >= 400] == []
    assert [line for page in pages.values() for line in page.dead] == []
    for page in pages.values():
        for _method, action in page.forms:
            resolve(action.split("?")[0])
    kept = re.compile(r"\btest\b|ranking-\d+|list\.csv|body-\d+|WMCC|\bTP\b|\bCP\b")
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
        "head": {route for route in patterns(get_resolver()) if route.startswith("committee/<")}
        # What only the head of several bodies, or a button, leads to.
        - {"committee/<slug:slug>/persons/evaluate/", "committee/<slug:slug>/pins/grant/"}
        # Of what was granted, which the list shows when asked for it: tests/places/record/test_pins.py.
        - {"committee/<slug:slug>/pins/<int:pk>/revoke/"},
        "player": {route for route in patterns(get_resolver()) if re.match("me/pins/|c/|register/", route)}
        # One application waits already: tests/places/record/test_pins.py.
        - {"me/pins/apply/"}
        | {"p/<int:pk>/", "me/", "me/data/", "me/data/data.json", "me/certificates/<slug:slug>.pdf"},
    }[who]
    assert wanted - reached == set()
