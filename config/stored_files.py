"""Settings of stored files, all imported by ``config.settings``: on the disk, or in a bucket of an S3-compatible store.

boto3 reads the keys of the bucket from its own variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_DEFAULT_REGION.
"""

from typing import Any
from urllib.parse import urlsplit

import environ


def origin_and_name(bucket: str) -> tuple[str, str]:
    """Return the origin of the store and the name of the bucket: "https://s3.example/pinju"; two empty texts for none.

    Raises ValueError for any other address.
    """
    parts = urlsplit(bucket)
    name = parts.path.strip("/")
    if bucket and (parts.scheme not in ("https", "http") or not parts.hostname or not name or "/" in name):
        raise ValueError("PINJU_BUCKET must be the address of the store and the bucket, like https://s3.example/pinju")
    return (f"{parts.scheme}://{parts.netloc}", name) if bucket else ("", "")


def bucket_storage(origin: str, name: str) -> dict[str, Any]:
    """Return the storage of a bucket. Raises ImportError without the packages of requirements-server.txt."""
    from botocore.config import Config

    client = Config(
        s3={"addressing_style": "path"},
        signature_version="s3v4",
        # Not every store knows the new checksums of boto3.
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
        connect_timeout=5,
        read_timeout=20,
        retries={"total_max_attempts": 3},
    )
    # The address of a file is signed and valid for five minutes.
    options = {"bucket_name": name, "endpoint_url": origin, "client_config": client, "querystring_expire": 300}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}


FILE_UPLOAD_PERMISSIONS = 0o600
#: The origin of the store, to which pages are sent for their files; empty: files are on the disk.
BUCKET_ORIGIN, BUCKET_NAME = origin_and_name(environ.Env().str("PINJU_BUCKET", default=""))
STORAGES = {
    "default": bucket_storage(BUCKET_ORIGIN, BUCKET_NAME)
    if BUCKET_ORIGIN
    else {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
