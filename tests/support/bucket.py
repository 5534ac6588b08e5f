"""A small S3 store on this machine: it checks signatures, and keeps the files of one bucket in memory."""

import hashlib
import hmac
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.support.serving import serving

KEY, SECRET, REGION = "test-key", "test-secret", "eu-central-1"
ALGORITHM = "AWS4-HMAC-SHA256"


class Stored(NamedTuple):
    content: bytes
    changed_at: datetime
    kind: str = ""


class Bucket(ThreadingHTTPServer):
    """The bucket "pinju" at ``address``. ``files`` are its files by name; ``broken``: each request gets an error."""

    def __init__(self) -> None:
        self.files: dict[str, Stored] = {}
        self.broken = False
        super().__init__(("127.0.0.1", 0), _Request)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/pinju"


def running_bucket() -> AbstractContextManager[Bucket]:
    return serving(Bucket())


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Bucket

    def log_message(self, *_args: object) -> None: ...

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        if self._is_allowed():
            self.server.files[self._name()] = Stored(content, datetime.now(UTC), self.headers["Content-Type"] or "")
            self._answer(200)

    def do_DELETE(self) -> None:
        if self._is_allowed():
            self.server.files.pop(self._name(), None)
            self._answer(204)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if not self._is_allowed():
            return
        query = dict(parse_qsl(urlsplit(self.path).query))
        stored = self.server.files.get(self._name())
        if "list-type" in query or not self._name():
            self._answer(200, self._listed(query.get("prefix", "")))
        elif stored is None:
            self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        else:
            shown = {"Content-Disposition": query.get("response-content-disposition", "")}
            shown["Content-Type"] = query.get("response-content-type", "binary/octet-stream")
            shown["Last-Modified"] = format_datetime(stored.changed_at, usegmt=True)
            self._answer(200, stored.content, **shown)

    def _name(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix("/pinju").strip("/")

    def _listed(self, prefix: str) -> bytes:
        names = "".join(
            f"<Contents><Key>{escape(name)}</Key></Contents>" for name in self.server.files if name.startswith(prefix)
        )
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{names}</ListBucketResult>".encode()

    def _answer(self, status: int, content: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(content))}).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _is_allowed(self) -> bool:
        """Answer 503 if the bucket is broken, 403 without a valid signature."""
        if self.server.broken:
            self._answer(503, b"<Error><Code>ServiceUnavailable</Code></Error>")
        elif self._is_signed():
            return True
        else:
            self._answer(403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>")
        return False

    def _is_signed(self) -> bool:
        """Whether header or query has a signature (AWS version 4) of the key that is valid now."""
        query = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        if "X-Amz-Signature" in query:
            signature, names = query.pop("X-Amz-Signature"), query["X-Amz-SignedHeaders"]
            scope, at, digest = query["X-Amz-Credential"], query["X-Amz-Date"], "UNSIGNED-PAYLOAD"
            valid = timedelta(seconds=int(query["X-Amz-Expires"]))
        elif "Authorization" not in self.headers:
            return False
        else:
            parts = self.headers["Authorization"].removeprefix(ALGORITHM).split(",")
            fields = dict(part.strip().split("=", 1) for part in parts)
            signature, names, scope = fields["Signature"], fields["SignedHeaders"], fields["Credential"]
            at, digest, valid = self.headers["X-Amz-Date"], self.headers["X-Amz-Content-SHA256"], timedelta(minutes=15)
        if datetime.now(UTC) > datetime.strptime(at, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) + valid:
            return False
        asked = "&".join(f"{quote(name, safe='-_.~')}={quote(query[name], safe='-_.~')}" for name in sorted(query))
        headers = "".join(f"{name}:{self.headers[name].strip()}\n" for name in names.split(";"))
        request = "\n".join([self.command, urlsplit(self.path).path, asked, headers, names, digest])
        return hmac.compare_digest(signature, _signature(request, at, scope.partition("/")[2]))


def _signature(request: str, at: str, scope: str) -> str:
    text = "\n".join([ALGORITHM, at, scope, hashlib.sha256(request.encode()).hexdigest()])
    key = f"AWS4{SECRET}".encode()
    for part in (*scope.split("/"), text):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()
