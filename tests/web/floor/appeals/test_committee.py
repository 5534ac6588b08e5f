"""The committee's finding, and who reads an appeal."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.appeals.models.steps import AppealStep
from scoring.sheets.models.sheets import Sheet
from tests.support.appeals import appeal_of
from tests.web.floor.appeals.browsing import slug, text_of, words
from tournament.people.models.accounts import Role

pytestmark = pytest.mark.django_db


def test_committee_sees_the_article_and_states_its_finding(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    appeal_of(sheet.table.session.event, "open", instance="arbitration", fee_state="paid")
    committee = signed_in("arbitration")
    assert "3.13.3" in words(committee.get(reverse("floor:appeal", args=[slug(sheet), 1])))
    decide = reverse("floor:appeal-decide", args=[slug(sheet), 1])
    form = {"outcome": "upheld", "names": "张三丰", "reason": "x"}
    assert "Enter what the committee found" in words(committee.post(decide, form))
    assert committee.post(decide, form | {"finding": "none"}).status_code == 302


def test_the_decision_on_another_matter_asks_for_the_department(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    """3.13.2: players file such appeals without a department, so the one who decides names it in the same form."""
    appeal_of(
        sheet.table.session.event, "open", instance="department", against="other", subject="draw", fee_state="paid"
    )
    AppealStep.objects.update(department="")
    organizer, decide = signed_in("organizer"), reverse("floor:appeal-decide", args=[slug(sheet), 1])
    typed = {"outcome": "rejected", "names": "赵敏", "reason": "The draw is right."}
    asked = organizer.post(decide, typed)
    assert (asked.status_code, "Name the department that decides." in words(asked)) == (400, True)
    assert "The draw is right." in asked.text
    assert organizer.post(decide, typed | {"named_department": "场地部"}).status_code == 302
    assert AppealStep.objects.values_list("department", "outcome").get() == ("场地部", "rejected")


def test_deciding_an_unpaid_appeal_must_be_confirmed(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    appeal_of(sheet.table.session.event, "open")
    decide = reverse("floor:appeal-decide", args=[slug(sheet), 1])
    form = {"outcome": "rejected", "names": "赵敏", "reason": "x"}
    chief = signed_in("chief-referee")
    assert "The fee is not paid yet" in words(chief.post(decide, form))
    assert chief.post(decide, form | {"unpaid": "on"}).status_code == 302


@pytest.mark.parametrize("role", Role.Name.values)
def test_only_entitled_officials_read_the_text_of_an_appeal(
    sheet: Sheet, signed_in: Callable[[str], Client], role: str
) -> None:
    appeal = appeal_of(sheet.table.session.event)
    row = appeal.attachments.create(
        kind="jpeg", name="none", digest="0" * 64, size=1, added_at=timezone.now(), added_by="x"
    )
    page = signed_in(role).get(reverse("floor:appeal", args=[slug(sheet), 1]))
    entitled = role in ("organizer", "committee", "chief-referee", "arbitration")
    if role == "display":
        assert page.status_code == 403
        return
    assert ("第3盘和牌人记错" in words(page)) == entitled
    client = signed_in(role)
    pdf = text_of(client.get(reverse("floor:appeal-paper", args=[slug(sheet), 1, "appeal"])).content)
    assert ("记错" in pdf) == entitled
    # The row has no file; users without the right are refused before that matters.
    file = client.get(reverse("floor:appeal-file", args=[slug(sheet), 1, row.pk]))
    assert file.status_code == (404 if entitled else 403)
