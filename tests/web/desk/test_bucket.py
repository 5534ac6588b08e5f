"""Uploaded files in a bucket of an S3 store: kept, shown by signed addresses, swept; and a store that fails."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from django.conf import settings as django_settings
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from common import jobs
from common.actions.permissions import system_actor
from common.doctor import checks
from common.doctor.findings import State
from common.jobs import Progress, Result, kinds
from common.jobs.models import Job
from config.stored_files import bucket_storage, origin_and_name
from scoring.sheets.models.photos import SheetPhoto
from scoring.tasks import photos as sweep_photos
from tests.common.files.test_pictures import located
from tests.support.bucket import KEY, REGION, SECRET, Bucket, running_bucket

PAGE = "/e/event-1/desk/tray/1/1/photos/"
KEYS = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_DEFAULT_REGION": REGION}


@pytest.fixture
def bucket(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """Keep the files of this test in a bucket on this machine."""
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    with running_bucket() as bucket:
        origin, name = origin_and_name(bucket.address)
        settings.BUCKET_ORIGIN, settings.BUCKET_NAME = origin, name
        settings.STORAGES = django_settings.STORAGES | {"default": bucket_storage(origin, name)}
        yield bucket


def photo() -> SimpleUploadedFile:
    return SimpleUploadedFile("IMG_1.JPG", located(), content_type="image/jpeg")


def status_at(address: str) -> int:
    try:
        with urlopen(address) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_a_photo_is_kept_in_the_bucket_and_shown_by_a_signed_address(bucket: Bucket, signed_in, event) -> None:
    client = signed_in("scorekeeper", event)
    assert client.post(PAGE, {"camera": photo()}).status_code == 302
    row = SheetPhoto.objects.get()
    [(name, stored)] = bucket.files.items()
    assert name == f"sheet-photos/{row.name}"
    answer = client.get(f"{PAGE}{row.pk}/")
    assert answer.status_code == 302
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    with urlopen(answer["Location"]) as shown:
        assert (shown.read(), shown.headers["Content-Type"]) == (stored.content, "image/jpeg")
        assert shown.headers["Content-Disposition"].startswith('inline; filename="event-1-1-1-')
    assert parse_qs(urlsplit(answer["Location"]).query)["X-Amz-Expires"] == ["300"]
    # Neither without signature nor with that of another file.
    other = answer["Location"].replace(row.name, "another")
    assert [status_at(other), status_at(f"{bucket.address}/{name}")] == [403, 403]
    assert signed_in("reader", None).get(f"{PAGE}{row.pk}/").status_code == 403


def test_a_removed_photo_and_one_without_row_leave_the_bucket(
    bucket: Bucket, signed_in, event, django_capture_on_commit_callbacks
) -> None:
    client = signed_in("scorekeeper", event)
    client.post(PAGE, {"camera": photo()})
    [kept] = bucket.files
    for name, age in (("sheet-photos/old", timedelta(hours=2)), ("sheet-photos/new", timedelta())):
        bucket.files[name] = bucket.files[kept]._replace(changed_at=timezone.now() - age)
    assert sweep_photos() == {"files that no row names": 1}
    assert set(bucket.files) == {kept, "sheet-photos/new"}
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{PAGE}{SheetPhoto.objects.get().pk}/remove/", {"reason": "wrong table"})
    assert set(bucket.files) == {"sheet-photos/new"}


def test_upload_and_result_of_a_job_are_in_the_bucket(bucket: Bucket, db) -> None:
    def double(progress: Progress) -> Result:
        with progress.upload.open() as upload:
            return Result(file=upload.read() * 2, file_name="double.txt")

    kinds.KINDS["test.double"] = kinds.Kind("test.double", "Double", double)
    try:
        job = jobs.start(system_actor("test"), "test.double", upload=ContentFile(b"ab", name="my name.txt"))
        jobs.run(job.pk)
    finally:
        del kinds.KINDS["test.double"]
    job.refresh_from_db()
    assert [bucket.files[name].content for name in (job.upload.name, job.file.name)] == [b"ab", b"abab"]
    Job.objects.update(ended_at=timezone.now() - timedelta(days=8))
    for name, stored in bucket.files.items():
        bucket.files[name] = stored._replace(changed_at=timezone.now() - timedelta(days=8))
    assert jobs.sweep().files == 2
    assert bucket.files == {}


def test_an_upload_without_the_store_is_refused_and_nothing_is_written(bucket: Bucket, signed_in, event) -> None:
    bucket.broken = True
    answer = signed_in("scorekeeper", event).post(PAGE, {"camera": photo()})
    assert answer.status_code == 400
    assert "The file could not be stored, so nothing was saved." in answer.content.decode()
    assert not SheetPhoto.objects.exists()


def test_the_doctor_writes_a_file_into_the_bucket_and_says_what_is_wrong(bucket: Bucket) -> None:
    assert (checks.files().state, checks.files().finding) == (State.OK, "on the bucket pinju, written and read back")
    assert bucket.files == {}
    bucket.broken = True
    failed = checks.files()
    assert (failed.state, failed.finding) == (State.FAILED, "the bucket pinju does not take a file (ClientError)")


def test_pages_may_show_pictures_of_the_bucket() -> None:
    printed = "from config.security import CONTENT_SECURITY_POLICY as it; print(*it['DIRECTIVES']['img-src'])"
    environment = os.environ | KEYS | {"PINJU_BUCKET": "https://s3.example/pinju"}
    answer = subprocess.run(
        [sys.executable, "-c", printed], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["'self'", "data:", "https://s3.example"]


@pytest.mark.parametrize(
    "wrong", ["pinju", "s3://pinju", "https://s3.example", "https://s3.example/a/b", "https:///pinju"]
)
def test_a_wrong_address_of_a_bucket_stops_the_start(wrong: str) -> None:
    with pytest.raises(ValueError, match="PINJU_BUCKET must be"):
        origin_and_name(wrong)
