"""The page of the webhooks: add one, its secret once, test it, remove it."""

from html import unescape

import pytest

from common.jobs.models import Job
from common.jobs.running import run
from scoring.webhooks.models import Delivery, Webhook
from tests.support.webhooks import SECRET, new_webhook, receiving

pytestmark = pytest.mark.django_db
PAGE = "/desk/webhooks/"


def text(answer) -> str:
    return unescape(answer.content.decode())


def test_a_webhook_is_added_tested_and_removed(signed_in) -> None:
    administrator = signed_in("administrator")
    with receiving() as receiver:
        answer = administrator.post(PAGE, {"address": receiver.address, "secret": SECRET})
        assert SECRET in text(answer)
        assert SECRET not in text(administrator.get(PAGE))
        webhook = Webhook.objects.get()
        answer = administrator.post(f"{PAGE}{webhook.pk}/test/")
        run(Job.objects.get().pk)
        ended = text(administrator.get(answer["Location"]))
        assert "Accepted: 1 of 1." in ended
        assert f'href="{PAGE}"' in ended
        assert [document["kind"] for document in receiver.documents()] == ["test"]
        assert receiver.all_signed()
    page = text(administrator.get(PAGE))
    assert "Test" in page
    assert "accepted" in page
    assert administrator.post(f"{PAGE}{webhook.pk}/remove/")["Location"] == PAGE
    assert "No webhook yet" in text(administrator.get(PAGE))
    assert "is removed already" in text(administrator.post(f"{PAGE}{webhook.pk}/test/", follow=True))


def test_a_request_that_is_not_accepted_says_when_it_is_sent_again_and_when_it_is_not(signed_in) -> None:
    administrator = signed_in("administrator")
    with receiving() as receiver:
        receiver.status = 500
        administrator.post(PAGE, {"address": receiver.address, "secret": SECRET})
        administrator.post(f"{PAGE}{Webhook.objects.get().pk}/test/")
        run(Job.objects.get().pk)
    page = text(administrator.get(PAGE))
    assert "The answer was 500." in page
    assert "It is sent again at" in page
    Delivery.objects.update(next_at=None)
    page = text(administrator.get(PAGE))
    assert "It is not sent again. Send a test once your program answers with the status 200." in page


def test_a_wrong_address_stands_at_its_field(signed_in) -> None:
    answer = signed_in("administrator").post(PAGE, {"address": "program.example", "secret": SECRET})
    assert answer.status_code == 400
    assert 'value="program.example"' in text(answer)
    assert "Enter an address that begins with https://" in text(answer)


def test_only_administrators_see_webhooks(signed_in, event) -> None:
    pk = new_webhook().pk
    for role in ("organizer", "house", "nobody"):
        client = signed_in(role, event)
        statuses = [client.get(PAGE).status_code, client.post(f"{PAGE}{pk}/remove/").status_code]
        assert statuses == [403, 403], role
    assert Webhook.objects.exists()
