"""Write files to an SFTP server or into an S3 bucket."""

import hashlib
import io
import mimetypes
import posixpath
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import paramiko
from botocore.exceptions import BotoCoreError, ClientError

from common.infrastructure.outgoing import connection_to
from scoring.site_upload.rules import Destination, destination

if TYPE_CHECKING:
    from scoring.site_upload.models import SiteUpload

#: Seconds that a server may be silent.
SECONDS = 20
TEST_FILE = "pinju-test.txt"


class NotUploaded(Exception):
    """Uploading ended; ``problem`` is a key of `selectors.PROBLEMS`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class Folder(Protocol):
    """A folder of another machine. ``host_key`` is the fingerprint of its key, empty for a store."""

    host_key: str

    def put(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all; its name may have folders, which are made."""

    def delete(self, name: str) -> None:
        """Delete a file; one that is not there is no error."""


@contextmanager
def open_folder(row: "SiteUpload") -> Iterator[Folder]:
    """Sign in and give the folder. Raises NotUploaded, also for what fails while it is open."""
    place = destination(row.address)
    try:
        if place.kind == "s3":
            yield _Bucket(place, row)
        else:
            with paramiko.SSHClient() as client:
                yield _SftpFolder(client, place, row)
    except NotUploaded:
        raise
    except paramiko.AuthenticationException:
        raise NotUploaded("sign-in") from None
    except ClientError as error:
        raise NotUploaded(_store_problem(error)) from None
    except (FileNotFoundError, PermissionError):
        raise NotUploaded("folder") from None
    except (paramiko.SSHException, EOFError):
        raise NotUploaded("fault") from None
    except (OSError, BotoCoreError):
        raise NotUploaded("no-answer") from None


def upload(
    folder: Folder, files: Mapping[str, bytes], sent: Mapping[str, str], done: Callable[[str, str], None]
) -> None:
    """Write the files that differ from those that were sent, then delete those that are no longer among them.

    Pages come after what they use: everything that is not a page first, the first pages (index.html) last. ``done`` is
    told each name with its SHA-256, or with an empty text once it is deleted.
    """
    for name in sorted(files, key=_order):
        digest = hashlib.sha256(files[name]).hexdigest()
        if sent.get(name) != digest:
            folder.put(name, files[name])
        done(name, digest)
    for name in sent.keys() - files.keys():
        folder.delete(name)
        done(name, "")


def try_sign_in(folder: Folder) -> None:
    """Change nothing, but ask for it: a store checks the account with each request, not when it is opened."""
    folder.delete(TEST_FILE)


def try_out(folder: Folder) -> None:
    """Write a small file and delete it."""
    folder.put(TEST_FILE, b"A test of Pinju. This file may be deleted.\n")
    folder.delete(TEST_FILE)


def _order(name: str) -> tuple[bool, bool, str]:
    return (name.endswith(".html"), posixpath.basename(name) == "index.html", name)


class _Known:
    """Accepts the key that the server showed before, and any at the first time; notes it."""

    def __init__(self, known: str) -> None:
        self.known, self.shown = known, ""

    def missing_host_key(self, _client: paramiko.SSHClient, _host: str, key: paramiko.PKey) -> None:
        self.shown = key.fingerprint
        if self.known and self.known != self.shown:
            raise NotUploaded("host-key")


class _SftpFolder:
    def __init__(self, client: paramiko.SSHClient, place: Destination, row: "SiteUpload") -> None:
        policy = _Known(row.host_key)
        client.set_missing_host_key_policy(policy)
        key = None if row.secret else paramiko.Ed25519Key.from_private_key(io.StringIO(row.key))
        client.connect(
            place.host, place.port, row.account, row.secret or None, key,
            sock=connection_to((place.host, place.port), SECONDS), timeout=SECONDS,
            banner_timeout=SECONDS, auth_timeout=SECONDS, look_for_keys=False, allow_agent=False,
        )  # fmt: skip
        self.host_key = policy.shown
        self._root, self._made = place.folder or "/", set[str]()
        self._sftp = client.open_sftp()
        self._sftp.get_channel().settimeout(SECONDS)
        self._sftp.stat(self._root)

    def put(self, name: str, content: bytes) -> None:
        path = posixpath.join(self._root, name)
        self._make_folder(posixpath.dirname(path))
        # A reader gets the file of before until the new one is whole.
        unfinished = f"{path}.part"
        self._sftp.putfo(io.BytesIO(content), unfinished, len(content))
        try:
            self._sftp.posix_rename(unfinished, path)
        except OSError:  # a server without this extension does not replace a file
            self.delete(name)
            self._sftp.rename(unfinished, path)

    def delete(self, name: str) -> None:
        try:
            self._sftp.remove(posixpath.join(self._root, name))
        except FileNotFoundError:
            return

    def _make_folder(self, path: str) -> None:
        if path in self._made or path == self._root:
            return
        self._make_folder(posixpath.dirname(path))
        try:
            self._sftp.stat(path)
        except FileNotFoundError:
            self._sftp.mkdir(path)
        self._made.add(path)


class _Bucket:
    host_key = ""

    def __init__(self, place: Destination, row: "SiteUpload") -> None:
        import boto3  # slow to import, and few events upload into a store
        from botocore.config import Config

        connection_to((place.host, place.port), SECONDS).close()  # boto3 connects by itself
        config = Config(
            s3={"addressing_style": "path"}, signature_version="s3v4", connect_timeout=SECONDS, read_timeout=SECONDS,
            request_checksum_calculation="when_required", response_checksum_validation="when_required",
            retries={"total_max_attempts": 2},
        )  # fmt: skip
        self._client: Any = boto3.client(
            "s3", endpoint_url=place.server, aws_access_key_id=row.account, aws_secret_access_key=row.secret,
            region_name=row.region or "us-east-1", config=config,
        )  # fmt: skip
        self._bucket, self._folder = place.bucket, place.folder

    def put(self, name: str, content: bytes) -> None:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind = f"{kind}; charset=utf-8"
        key = posixpath.join(self._folder, name)
        self._client.put_object(Bucket=self._bucket, Key=key, Body=content, ContentType=kind)

    def delete(self, name: str) -> None:
        self._client.delete_object(Bucket=self._bucket, Key=posixpath.join(self._folder, name))


def _store_problem(error: ClientError) -> str:
    code = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if error.response.get("Error", {}).get("Code") in ("AccessDenied", "NoSuchBucket"):
        return "folder"
    return {401: "sign-in", 403: "sign-in", 404: "folder"}.get(code, "fault")
