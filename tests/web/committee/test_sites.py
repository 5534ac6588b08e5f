"""A web site's body: its token, the sent results, and typed lists with headings in every language."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ranking.bodies.models import BodyMember
from ranking.record.models.records import RecordedEvent
from ranking.record.models.sites import SiteResults, SiteToken
from ranking.record.rules.result_lists import mapping_of
from ranking.record.selectors.site_results import token_by
from tests.support.pin_applications import member
from tests.support.ranking import new_body
from tests.support.web_sites import TOKEN, new_site, results
from tests.web.api.test_web_results import put
from tests.web.pocket.record.test_pins import page, signed_in
from web.committee.result_lists.upload import HEADINGS

pytestmark = pytest.mark.django_db


def press(client: Client, name: str, *args, **sent) -> tuple[int, str]:
    answer = client.post(reverse(name, args=args), sent, follow=True)
    return answer.status_code, answer.text


def test_a_chair_makes_replaces_and_ends_the_token_and_sees_it_once() -> None:
    body = new_body("web", name="Mahjong on the Web")
    chair, other = (signed_in(member(body, role=role)) for role in BodyMember.Role.values)
    assert "First name the web site in" in page(chair, "committee:sent", body.slug)
    assert "Its web site must be named first" in press(chair, "committee:site-token", body.slug)[1]
    body.site = "play.example"
    body.save()
    tokens = []
    for _ in range(2):
        _status, shown = press(chair, "committee:site-token", body.slug)
        tokens.append(re.findall(r'<code lang="zxx">([\w-]{32})</code>', shown)[0])
    assert token_by(tokens[0]) is None
    assert token_by(tokens[1]).body == body
    assert tokens[1] not in page(chair, "committee:sent", body.slug)
    assert tokens[1] not in str(list(SiteToken.objects.values_list()))
    assert "The head of the body creates and ends it." in page(other, "committee:sent", body.slug)
    assert other.post(reverse("committee:site-token", args=[body.slug])).status_code == 403
    assert other.post(reverse("committee:end-site-token", args=[body.slug])).status_code == 403
    press(chair, "committee:end-site-token", body.slug)
    assert token_by(tokens[1]) is None
    member_body = new_body("member")
    page(signed_in(member(member_body)), "committee:sent", member_body.slug, status=404)


def test_a_reviewer_takes_in_corrects_and_declines_sent_results() -> None:
    body = new_site()
    client = signed_in(member(body))
    put(results(44))
    assert "Results sent by the web site" in page(client, "committee:body", body.slug)
    [address] = re.findall(r'href="([^"]+)">Review and import', page(client, "committee:sent", body.slug))
    shown = client.get(address)
    assert ("user-44" in shown.text, "Web points" in shown.text, shown.context["ready"]) == (True, True, True)
    assert 'name="scope"' not in client.get(address + "event/").text
    client.post(address, {"seen": shown.context["plan"].version})
    assert RecordedEvent.objects.get().letter == "C"
    document = results(44)
    document["results"][43]["web_points"] = 77
    put(document)
    [address] = re.findall(r'href="([^"]+)">Review and import', page(client, "committee:sent", body.slug))
    shown = client.get(address)
    [change] = shown.context["changes"]
    assert (change.before["web_points"], change.after["web_points"]) == (100, 77)
    assert "What it corrects" in shown.text
    sent = SiteResults.objects.first()
    assert press(client, "committee:decline-sent", body.slug, sent.pk, reason="")[0] == 400
    assert "Declined; the web site reads" in press(client, "committee:decline-sent", body.slug, sent.pk, reason="No")[1]
    assert RecordedEvent.objects.get().version == 1
    elsewhere = signed_in(member(new_site("other.example", token=TOKEN + "2")))
    assert elsewhere.get(address).status_code == 403


@pytest.mark.parametrize("language", HEADINGS)
def test_the_headings_of_a_typed_list_are_read(language: str) -> None:
    headings, points = HEADINGS[language]
    known = ["place", "name", "country", "federation_number"]
    for kind, figures in zip(points, (["table_points", "competition_points"], ["web_points"]), strict=True):
        assert sorted(mapping_of(f"{headings},{kind}".split(","))) == sorted(known + figures)
