"""A small SFTP server on this machine: one account signs in by password or key; one folder is its root."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import paramiko
from paramiko import SFTPAttributes

ACCOUNT, PASSWORD = "club", "test-password"


class SftpServer:
    """The server at ``address``: ``keys`` may sign in; it breaks off after ``writes_left`` files (None: never)."""

    def __init__(self, root: Path) -> None:
        self.root, self.keys, self.writable = root, list[str](), True
        self.writes_left: int | None = None
        self.written: list[str] = []
        self.host_key = paramiko.RSAKey.generate(2048)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._transports: list[paramiko.Transport] = []

    @property
    def address(self) -> str:
        return f"sftp://127.0.0.1:{self._socket.getsockname()[1]}"

    def run(self) -> None:
        """Answer connections until `close`."""
        with suppress(OSError):
            while True:
                connection, _peer = self._socket.accept()
                transport = paramiko.Transport(connection)
                transport.add_server_key(self.host_key)
                transport.set_subsystem_handler("sftp", paramiko.SFTPServer, _Files, self)
                self._transports.append(transport)
                with suppress(paramiko.SSHException, EOFError, OSError):  # a client that went away
                    transport.start_server(server=_Session(self))

    def close(self) -> None:
        """End the server and its connections."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.drop()
        for transport in self._transports:
            transport.join()

    def drop(self) -> None:
        """End all connections."""
        for transport in self._transports:
            transport.close()


@contextmanager
def running_sftp(root: Path) -> Iterator[SftpServer]:
    server = SftpServer(root)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


class _Session(paramiko.ServerInterface):
    def __init__(self, server: SftpServer) -> None:
        self._server = server

    def get_allowed_auths(self, _username: str) -> str:
        return "password,publickey"

    def check_auth_password(self, username: str, password: str) -> int:
        return _answer((username, password) == (ACCOUNT, PASSWORD))

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        return _answer(username == ACCOUNT and key.get_base64() in self._server.keys)

    def check_channel_request(self, _kind: str, _number: int) -> int:
        return paramiko.OPEN_SUCCEEDED


def _answer(good: bool) -> int:
    return paramiko.AUTH_SUCCESSFUL if good else paramiko.AUTH_FAILED


class _Files(paramiko.SFTPServerInterface):
    def __init__(self, _session: paramiko.ServerInterface, server: SftpServer) -> None:
        self._server = server

    def _path(self, path: str) -> str:
        return str(self._server.root / path.lstrip("/"))

    def stat(self, path: str) -> Any:
        return self._done(lambda: SFTPAttributes.from_stat(os.stat(self._path(path))))

    def mkdir(self, path: str, _attributes: Any) -> Any:
        return self._done(lambda: os.mkdir(self._path(path)) or paramiko.SFTP_OK, writes=True)

    def remove(self, path: str) -> Any:
        return self._done(lambda: os.remove(self._path(path)) or paramiko.SFTP_OK, writes=True)

    def posix_rename(self, old: str, new: str) -> Any:
        if self._server.writes_left is not None:
            if not self._server.writes_left:
                self._server.drop()
            self._server.writes_left -= 1
        self._server.written.append(new)
        return self._done(lambda: os.replace(self._path(old), self._path(new)) or paramiko.SFTP_OK, writes=True)

    def open(self, path: str, flags: int, _attributes: Any) -> Any:
        def opened() -> Any:
            handle = paramiko.SFTPHandle(flags)
            handle.filename = self._path(path)
            handle.writefile = open(self._path(path), "wb")  # noqa: SIM115  # the handle closes it
            handle.stat = lambda: SFTPAttributes.from_stat(os.stat(handle.filename))
            return handle

        return self._done(opened, writes=True)

    def _done(self, work: Any, *, writes: bool = False) -> Any:
        if writes and not self._server.writable:
            return paramiko.SFTP_PERMISSION_DENIED
        try:
            return work()
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)
