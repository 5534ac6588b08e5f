"""A committee imports, sees, searches, exports and deletes the registry of its body."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from ranking.bodies.models import Body, BodyMember
from ranking.member_lists.selectors import registry_of
from tests.support.pin_applications import member
from tests.support.ranking import new_account, new_body
from tests.support.registries import ROWS, import_rows, kept_list, new_registry
from tests.web.pocket.record.test_pins import page, signed_in
from tournament.registry.selectors.reading import registry_in

pytestmark = pytest.mark.django_db
CSV = "\n".join(";".join(row) for row in ROWS).encode()


@pytest.fixture
def body(db) -> Body:
    return new_body("member", name="Bond")


@pytest.fixture
def committee(body: Body) -> Client:
    return signed_in(member(body))


def upload(client: Client, body: Body, content: bytes):
    file = SimpleUploadedFile("members.csv", content)
    return client.post(reverse("committee:registry-upload", args=[body.slug]), {"file": file}, follow=True)


def test_a_committee_imports_a_list_and_searches_it(body: Body, committee: Client) -> None:
    assert "No registry yet" in page(committee, "committee:registry", body.slug)
    shown = upload(committee, body, CSV)
    assert shown.context["counts"] == {"added": 4, "changed": 0, "gone": 0, "same": 0, "wrong": 0}
    here = shown.redirect_chain[-1][0]
    form = {"seen": shown.context["plan"].version, "dated": "2026-11-01"}
    answer = committee.post(here, form, follow=True)
    assert "4 added, 0 changed, 0 removed, 0 unchanged." in answer.text
    assert "4 members, list of 1 November 2026." in answer.text
    for query, name in (("7010002", "ROSSI Lucia"), ("jm 0123", "佐藤 翔太"), ("muller", "Müller Ana")):
        found = page(committee, "committee:registry", body.slug, q=query)
        assert [one in found for one in ("ROSSI Lucia", "佐藤 翔太", "Müller Ana")].count(True) == 1
        assert name in found
    assert "No member matches" in page(committee, "committee:registry", body.slug, q="nobody")


def test_wrong_rows_and_changes_are_shown_before_anything_is_saved(body: Body, committee: Client) -> None:
    import_rows(body, ROWS)
    rows = [ROWS[0], ["DE JONG", "Matthieu", "NL", "08010039", "", "Utrecht"], ["X", "Y", "NL", "12", "", ""], ROWS[4]]
    shown = upload(committee, body, "\n".join(";".join(row) for row in rows).encode())
    assert shown.context["counts"] == {"added": 0, "changed": 1, "gone": 2, "same": 1, "wrong": 1}
    assert "“12” is not an EMA number" in shown.text
    assert "Given name: Mattheu → Matthieu" in shown.text
    here = shown.redirect_chain[-1][0]
    gone = committee.get(here, {"verdict": "gone"})
    assert [line.member.name for line in gone.context["table"].data] == ["Müller Ana", "佐藤 翔太"]
    form = {"seen": shown.context["plan"].version, "dated": "2026-11-02"}
    asked = committee.post(here, form)
    assert asked.status_code == 409
    assert "2 of 4 members are not in this list" in asked.text
    assert registry_of(body).version == 1
    form |= {"acknowledged": "many-gone"}
    assert committee.post(here, form, follow=True).redirect_chain
    assert registry_of(body).version == 2


def test_a_day_is_asked_for_and_an_old_preview_shows_the_current_data(body: Body, committee: Client) -> None:
    shown = upload(committee, body, CSV)
    here = shown.redirect_chain[-1][0]
    seen = shown.context["plan"].version
    answer = committee.post(here, {"seen": seen, "dated": "some day"})
    assert (answer.status_code, "Write the day as" in answer.text) == (400, True)
    answer = committee.post(here, {"seen": seen, "dated": "2999-01-01"})
    assert (answer.status_code, "in the future" in answer.text) == (400, True)
    import_rows(body, ROWS[:2])
    answer = committee.post(here, {"seen": seen, "dated": "2026-11-01"})
    assert answer.status_code == 409
    assert "These are the current data" in answer.text
    assert f'value="{answer.context["plan"].version}"' in answer.text


def test_columns_are_chosen_by_hand(body: Body, committee: Client) -> None:
    shown = upload(committee, body, b"who;code\nBERG Anne;08010001\n")
    here = shown.redirect_chain[-1][0]
    assert shown.context["kept"].guessed
    assert "Guessed: check each of these." in shown.text
    shown = committee.post(here, {"sheet": "0", "heading": "1", "name": "0", "ema_number": "1"}, follow=True)
    assert shown.context["counts"]["added"] == 1
    shown = committee.post(here, {"sheet": "0", "heading": "1", "name": "0"}, follow=True)
    assert "Choose the column with the numbers of the members." in shown.text


def test_an_unreadable_file_is_refused_beside_its_field(body: Body, committee: Client) -> None:
    answer = upload(committee, body, b"%PDF-1.4")
    assert answer.status_code == 400
    assert "old Excel file or a PDF" in answer.text


def test_the_file_for_organizers_is_the_registry(body: Body, committee: Client) -> None:
    page(committee, "committee:registry-file", body.slug, status=404)
    registry = new_registry(body)
    answer = committee.get(reverse("committee:registry-file", args=[body.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="registry-{body.slug}-2026-11-01.json"'
    document = registry_in(json.loads(answer.content))
    assert (document.id, len(document.members)) == (registry.uid, 4)


def test_only_the_head_deletes_the_registry_and_others_see_nothing(body: Body, committee: Client) -> None:
    new_registry(body)
    kept = kept_list(body, ROWS)
    head = signed_in(member(body, role=BodyMember.Role.CHAIR))
    page(committee, "committee:registry-remove", body.slug, status=403)
    answer = head.post(reverse("committee:registry-remove", args=[body.slug]), {"reason": "Old"}, follow=True)
    assert "The registry is deleted" in answer.text
    stranger = signed_in(new_account())
    for name, args in (
        ("registry", []), ("registry-file", []), ("registry-upload", []), ("registry-remove", []),
        ("registry-list", [kept.pk]),
    ):  # fmt: skip
        page(stranger, f"committee:{name}", body.slug, *args, status=403)
    page(head, "committee:registry-list", body.slug, kept.pk, status=404)
    answer = head.post(reverse("committee:registry-list", args=[body.slug, kept.pk]), {}, follow=True)
    assert "no longer exists" in answer.text
