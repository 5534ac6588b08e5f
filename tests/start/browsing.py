"""A minimal browser for a running server: cookies, forms, and uploads of any size."""

import http.client
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from urllib.parse import urlencode

BLOCK = b"x" * 1_000_000


class Browser:
    """A client that keeps its cookies and reads the token of a form."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        """Return status and text of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body, {"Cookie": cookies, "Accept-Language": "en", **headers})
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def token(self, path: str) -> str:
        """Return the CSRF token of the page's form."""
        _status, page = self.ask("GET", path)
        return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]

    def sign_in(self, username: str, password: str) -> None:
        form = {"csrfmiddlewaretoken": self.token("/account/login/"), "username": username, "password": password}
        status, _page = self.ask(
            "POST", "/account/login/", urlencode(form), **{"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert status == 302

    def upload(self, path: str, size: int) -> tuple[int, str]:
        """Upload a file of ``size`` bytes, in blocks."""
        token = self.token(path)
        field = f'--b\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
        start = field + '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
        end = b"\r\n--b--\r\n"

        def body() -> Iterator[bytes]:
            yield start.encode()
            for _number in range(size // len(BLOCK)):
                yield BLOCK
            yield end

        length = str(len(start) + size // len(BLOCK) * len(BLOCK) + len(end))
        kind = "multipart/form-data; boundary=b"
        return self.ask("POST", path, body(), **{"Content-Type": kind, "Content-Length": length})
