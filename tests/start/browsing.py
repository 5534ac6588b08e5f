"""A browser of few lines for a server that really runs: cookies, forms, and files of any size."""

import http.client
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from urllib.parse import urlencode

BLOCK = b"x" * 1_000_000


class Browser:
    """It keeps its cookies and finds the token of a form."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        """Status and text of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body, {"Cookie": cookies, "Accept-Language": "en", **headers})
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: found.value for name, found in SimpleCookie(line).items()}
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def token(self, path: str) -> str:
        """The token of the page's form."""
        _status, page = self.ask("GET", path)
        return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]

    def sign_in(self, username: str, password: str) -> None:
        """Sign in as a person does."""
        form = {"csrfmiddlewaretoken": self.token("/account/login/"), "username": username, "password": password}
        status, _page = self.ask(
            "POST", "/account/login/", urlencode(form), **{"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert status == 302

    def upload(self, path: str, size: int) -> tuple[int, str]:
        """Give a file of so many bytes, in blocks."""
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
