"""The registries on an organizer's machine: server and token, fetching, a file, removing."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from common.jobs.models import Job
from tests.support.ranking import new_account
from tests.support.registries import ANNE, load, new_registry, new_source
from tournament.registry.models import Registry, RegistrySource
from tournament.registry.selectors.documents import registry_document

pytestmark = pytest.mark.django_db
PAGE = "/desk/registries/"


@pytest.fixture
def administrator(db) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(new_account(is_superuser=True))
    return client


def upload(client: Client, content: bytes):
    return client.post(f"{PAGE}file/", {"file": SimpleUploadedFile("registry.json", content)}, follow=True)


def test_server_and_token_are_kept_and_the_token_is_shown_no_more(administrator: Client) -> None:
    assert "There is no registry on this machine yet." in administrator.get(PAGE).text
    form = {"address": "federation.example", "token": "very-secret"}
    page = administrator.post(PAGE, form, follow=True)
    assert "https://federation.example" in page.text
    assert "very-secret" not in page.text
    assert RegistrySource.objects.get().token == "very-secret"
    refused = administrator.post(PAGE, {"address": "http://federation.example", "token": "very-secret"})
    assert refused.status_code == 400
    assert "must begin with https://" in refused.text
    assert "very-secret" not in refused.text


def test_fetching_starts_a_job_that_holds_no_token(administrator: Client) -> None:
    source = new_source(token="very-secret")
    answer = administrator.post(f"{PAGE}servers/{source.pk}/fetch/")
    job = Job.objects.get()
    assert answer["Location"] == f"/jobs/{job.pk}/"
    assert (job.kind, job.parameters) == ("registry.fetch", {"source": source.pk})
    assert administrator.post(f"{PAGE}servers/999/fetch/").status_code == 404


def test_a_file_is_loaded_and_says_what_changed(administrator: Client) -> None:
    registry = load([ANNE])
    document = registry_document(registry)
    registry.delete()
    page = upload(administrator, json.dumps(document).encode())
    assert "EMA, list of 1 November 2026: 1 added, 0 changed, 0 removed." in page.text
    assert "loaded from a file" in page.text
    older = document | {"dated": "2026-10-01"}
    page = upload(administrator, json.dumps(older).encode())
    assert page.status_code == 400
    assert "and the copy here is newer" in page.text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", ["This is not a file of a registry.", "this is not JSON: it ends too early in line 1, column 2"]),
        (b"[]", ["This is not a file of a registry.", "document: Input should be"]),
        (b'{"format": "mcr-event/1"}', ["This is not a file of a registry.", "id: Field required"]),
        (b"", ["The file is empty."]),
    ],
)
def test_a_wrong_file_says_what_is_wrong(administrator: Client, content: bytes, words: list[str]) -> None:
    page = upload(administrator, content)
    assert page.status_code == 400
    errors = page.context["file_form"].errors["file"]
    assert [error.startswith(begin) for error, begin in zip(errors, words, strict=True)] == [True] * len(words)
    assert not Registry.objects.exists()


def test_copies_and_servers_are_removed_but_not_the_registry_of_a_body(administrator: Client) -> None:
    copy, own, source = load([ANNE]), new_registry(), new_source()
    page = administrator.get(PAGE).text
    assert page.count("Remove this copy") == 1
    assert "Registry of a body of this program" in page
    assert "is removed from this machine" in administrator.post(f"{PAGE}{copy.pk}/remove/", follow=True).text
    assert "removed already" in administrator.post(f"{PAGE}{own.pk}/remove/", follow=True).text
    assert "Its registries stay" in administrator.post(f"{PAGE}servers/{source.pk}/remove/", follow=True).text
    assert list(Registry.objects.all()) == [own]


def test_only_administrators_see_the_page(db) -> None:
    source = new_source()
    client = Client()
    client.force_login(new_account(is_staff=True))
    assert client.get(PAGE).status_code == 403
    for path in (f"servers/{source.pk}/fetch/", f"servers/{source.pk}/remove/", "file/", "1/remove/"):
        assert client.post(PAGE + path).status_code == 403, path
