"""A window that follows the server: it shows what the server says, and ends it."""

import queue
import signal
import subprocess
import threading
from typing import IO

from launcher.addresses import own_addresses
from launcher.console import say
from launcher.processes import GRACE, end_child
from launcher.system import STOP_SIGNALS, open_in_browser
from launcher.texts import gettext as _
from launcher.window.look import run_until_closed, screen
from launcher.window.view import View

#: What the server says last when it is ready; the window gives it this sentence.
READY = "Closing the window ends it."
MILLISECONDS_BETWEEN_LOOKS = 100
SECONDS_BETWEEN_NETWORKS = 5


class Following:
    """A server whose output is a pipe, and its window. ``local`` opens it here, ``network`` on other devices."""

    def __init__(self, server: "subprocess.Popen[bytes]", local: str, network: list[str]) -> None:
        self.server, self.local = server, local
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.asked_to_stop, self.stopping = False, threading.Event()
        self.view = View(local, network, self.open_page, self.stop)
        assert server.stdout is not None
        self.reader = threading.Thread(target=self._read, args=(server.stdout,), daemon=True)
        self.reader.start()
        threading.Thread(target=self._watch_network, args=(own_addresses(),), daemon=True).start()

    def run(self) -> int:
        """Show the window until the server has ended; return the exit status."""
        for number in STOP_SIGNALS:
            signal.signal(number, self._ask_to_stop)
        self._look()
        run_until_closed(self.view.window)
        return 0 if self.stopping.is_set() else self.server.wait()

    def open_page(self) -> None:
        open_in_browser(self.local)

    def stop(self) -> None:
        """End the server; the window closes when it has ended."""
        if not self.stopping.is_set():
            self.stopping.set()
            self.view.show_stopping()
            threading.Thread(target=end_child, args=(self.server, 2 * GRACE), daemon=True).start()

    def _ask_to_stop(self, _number: int, _frame: object) -> None:
        self.asked_to_stop = True

    def _look(self) -> None:
        """Show what happened since the last look."""
        has_ended = not self.reader.is_alive() and self.server.poll() is not None
        while not self.lines.empty():
            self._show(self.lines.get())
        if self.asked_to_stop:
            self.stop()
        if not has_ended:
            screen().after(MILLISECONDS_BETWEEN_LOOKS, self._look)
        elif self.stopping.is_set():
            self.view.window.destroy()
        else:
            self.view.show_ended()

    def _show(self, line: str) -> None:
        say(line)
        if line == READY:
            self.view.show_running()
            self.open_page()
        else:
            self.view.add_message(line)

    def _read(self, output: IO[bytes]) -> None:
        with output:
            for line in output:
                self.lines.put(line.decode(errors="replace").rstrip("\r\n"))

    def _watch_network(self, known: list[str]) -> None:
        """Say when this computer gets an address that the running server does not answer to."""
        while not self.stopping.wait(SECONDS_BETWEEN_NETWORKS):
            new = [address for address in own_addresses() if address not in known]
            known = [*known, *new]
            for address in new:
                text = _(
                    "This computer is now in another network, as %s. Stop Pinju and start it again to serve there."
                )
                self.lines.put(text % address)
