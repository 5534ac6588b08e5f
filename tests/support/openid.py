"""A small OpenID provider on this machine: it checks client, redirect address and verifier, and signs its answers."""

import base64
import hashlib
import json
import secrets
import time
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from tests.support.serving import serving

CLIENT, SECRET = "pinju", "client-secret"
KEY = RSAKey.generate_key(2048, {"kid": "1"}, auto_kid=False)


class Provider(ThreadingHTTPServer):
    """The provider at ``issuer``. ``person`` signs in; None refuses. ``token`` overrides claims of the signed token."""

    def __init__(self) -> None:
        self.person: dict[str, str] | None = {"sub": "zhao-1", "preferred_username": "zhaomin", "name": "赵敏"}
        self.token: dict[str, Any] = {}
        self.codes: dict[str, dict[str, str]] = {}
        super().__init__(("127.0.0.1", 0), _Answer)

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


def running_provider() -> AbstractContextManager[Provider]:
    return serving(Provider())


class _Answer(BaseHTTPRequestHandler):
    server: Provider

    def log_message(self, *_args: object) -> None: ...

    def do_GET(self) -> None:
        parts, issuer = urlsplit(self.path), self.server.issuer
        if parts.path == "/.well-known/openid-configuration":
            endpoints = {f"{name}_endpoint": f"{issuer}/{name}" for name in ("authorization", "token")}
            self._json(endpoints | {"issuer": issuer, "jwks_uri": f"{issuer}/keys"})
        elif parts.path == "/keys":
            self._json(KeySet([KEY]).as_dict(private=False))
        else:
            self._authorize(dict(parse_qsl(parts.query)))

    def _authorize(self, query: dict[str, str]) -> None:
        answer = {"state": query["state"]}
        if self.server.person is None or query["client_id"] != CLIENT:
            answer["error"] = "access_denied"
        else:
            answer["code"] = secrets.token_hex(8)
            self.server.codes[answer["code"]] = query
        self.send_response(302)
        self.send_header("Location", f"{query['redirect_uri']}?{urlencode(answer)}")
        self.end_headers()

    def do_POST(self) -> None:
        """Give the signed token for a code, once."""
        sent = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        asked = self.server.codes.pop(sent["code"], {})
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        right = asked.get("code_challenge") == base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        right = right and asked["redirect_uri"] == sent["redirect_uri"]
        if not right or self.headers["Authorization"] != f"Basic {basic}":
            self._json({"error": "invalid_grant"}, 400)
            return
        now = int(time.time())
        claims = {"iss": self.server.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": asked["nonce"]}
        token = jwt.encode({"alg": "RS256", "kid": "1"}, claims | (self.server.person or {}) | self.server.token, KEY)
        self._json({"access_token": "x", "token_type": "Bearer", "id_token": token})

    def _json(self, value: Any, status: int = 200) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
