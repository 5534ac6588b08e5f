"""A past event from a file: reading, event, matching rows, taking in, assigning a result."""

from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from ranking.bodies.models import BodyMember
from ranking.record.models.records import OfficialResult, RecordedEvent
from tests.support.ranking import new_account, new_body, sanctioned_event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db

FILE = 'Rank,Name,EMA,Country,Team,TP,CP\n1,DE JONG Mattheu,,NL,Reds,25.33,"1,023"\n2,王伟,,CN,,21,-48\n,Total,,,,,\n'
HEADER = {
    "name": "Winter Open", "slug": "winter-2019", "country": "NL", "place": "Utrecht", "starts": "2019-02-01",
    "ends": "2019-02-03", "scope": "national", "rules": "wmo-2014", "sessions": "8", "players": "64",
}  # fmt: skip


def test_a_reviewer_takes_a_file_into_the_record() -> None:
    body, account, known = new_body(), new_account(), Person.objects.create(name="王伟", country="CN")
    sanctioned_event("winter-2019", body)
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.MEMBER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    lists = reverse("committee:lists", args=[body.slug])
    assert client.post(lists, {"file": SimpleUploadedFile("list.csv", b"%PDF-1.4")}).status_code == 400
    page = client.post(lists, {"file": SimpleUploadedFile("list.csv", FILE.encode())}, follow=True)
    here = page.redirect_chain[-1][0]
    assert "Choose first which event these results are from." in page.text
    wrong = client.post(here + "event/", HEADER | {"ends": "2019-01-01"})
    assert wrong.status_code == 400
    assert "The last day is before the first." in wrong.text
    assert 'value="Winter Open"' in wrong.text
    assert "teams_ranked" in wrong.context["form"].fields
    assert "groups_ranked" not in wrong.context["form"].fields
    for weight, words in (("0", "A weight is more than 0"), ("11", "at most 10"), ("much", "Enter a number")):
        wrong = client.post(here + "event/", HEADER | {"weight": weight})
        assert words in wrong.context["form"].errors["weight"][0]
        assert f'value="{weight}"' in wrong.text
    page = client.post(here + "event/", HEADER | {"teams_ranked": "on", "weight": "3.5"}, follow=True)
    assert "place 1" in page.text
    assert "Weight in MERS, as published: 3.5" in page.text
    assert page.context["state"] == ("ok", "Class B")
    assert (page.context["plan"].undecided, page.context["ready"]) == (1, False)
    page = client.post(here, {"row-3": str(known.pk)}, follow=True)
    assert page.context["ready"]
    late = client.post(here, {"seen": "0" * 32})
    assert "Please check it again." in late.text
    page = client.post(here, {"seen": page.context["plan"].version}, follow=True)
    assert "The event is in the record." in page.text
    recorded = RecordedEvent.objects.get()
    assert (recorded.letter, recorded.players, recorded.results.count()) == ("B", 64, 2)
    assert recorded.stated_weight == Decimal("3.5")
    line = OfficialResult.objects.get(person=known)
    assign = reverse("committee:assign", args=[body.slug, recorded.slug, line.row])
    assert client.post(assign, {"person": "999999"}).status_code == 400
    page = client.post(assign, {"person": ""}, follow=True)
    line.refresh_from_db()
    assert line.person != known
    assert f"The result was person {known.pk}" in page.text


def test_a_guessed_family_name_is_a_short_mark_explained_once() -> None:
    body, account = new_body(), new_account()
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.CHAIR)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    text = "Rank,Name,Country,TP,CP\n1,Martin Oldman,FR,20,9\n2,Jean Luc Picard,FR,19,8\n3,KIRK James,FR,18,7\n"
    page = client.post(reverse("committee:lists", args=[body.slug]), {"text": text}, follow=True)
    assert [row["guessed"] for row in page.context["rows"]] == ["Oldman", "Picard", ""]
    assert [row["notes"] for row in page.context["rows"]] == [[], [], []]
    assert page.text.count("is a guess") == 1
    assert [page.text.count(f"{name}?") for name in ("Oldman", "Picard")] == [2, 1]
