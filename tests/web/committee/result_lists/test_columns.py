"""A reviewer says what the columns of a list mean."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from ranking.bodies.models import BodyMember
from tests.support.ranking import new_account, new_body

pytestmark = pytest.mark.django_db


def test_a_reviewer_maps_columns_by_hand() -> None:
    body, account = new_body(), new_account()
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.CHAIR)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    file = SimpleUploadedFile("list.csv", b"who;worth\nAnn;25\n")
    page = client.post(reverse("committee:lists", args=[body.slug]), {"file": file}, follow=True)
    assert "Choose the column with the table points" in page.text
    here = page.redirect_chain[-1][0]
    page = client.post(here + "columns/", {"sheet": "0", "heading": "1", "name": "0", "table_points": "1"}, follow=True)
    assert [row["row"].table_points for row in page.context["rows"]] == [300]
