"""The command line of pinju.py and of the one-file program."""

import argparse
import signal
import time

from launcher.commands import AlreadyRunning, pictures, restore, start, test, undo_update
from launcher.console import say
from launcher.paths import BUNDLED, PROGRAM
from launcher.processes import TETHERED, run_tethered
from launcher.system import STOP_SIGNALS, open_in_browser
from launcher.window import can_open

#: The commands that read their own arguments; without one of them the server starts.
OTHERS = {"restore": restore, "undo-update": undo_update}
#: Commands of a checkout: what they run is not in the one-file program.
OF_CHECKOUT = {} if BUNDLED else {"test": test, "pictures": pictures}
MORE = (
    f"{PROGRAM} manage COMMAND runs a command of the server, such as doctor."
    if BUNDLED
    else f"{PROGRAM} test [arguments for pytest] runs the tests; {PROGRAM} pictures takes new pictures for the guides."
)
#: Seconds in which further interrupts are the same one: Ctrl-C reaches both processes of the one-file program, and the
#: outer one passes it on.
ONE_INTERRUPT = 1.0


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def parse(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Starts Pinju on this machine: makes its Python environment, its database and the first "
        "administrator where they are missing, then serves until Ctrl-C.",
        epilog=f"{PROGRAM} restore FOLDER_OR_FILE brings a backup back; {PROGRAM} undo-update goes back to the data "
        f"before the last update of the program; {MORE} PINJU_HOME names the folder for everything that is written; "
        "README.md and docs/deployment.md say more.",
    )
    commands = ["start", *OTHERS, *OF_CHECKOUT]
    parser.add_argument("command", nargs="?", choices=commands, default="start", help="default: start")
    parser.add_argument("--port", type=port_number, default=8000, help="the port to listen on (default: 8000)")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all IPv4 networks)")
    if BUNDLED:
        parser.add_argument("--console", action="store_true", help="write to this console instead of opening a window")
    return parser.parse_args(args)


class Interrupt:
    """End as by Ctrl-C, with a grace period for running work."""

    def __init__(self) -> None:
        self.handled_at = 0.0

    def __call__(self, _number: int, _frame: object) -> None:
        now = time.monotonic()
        if now - self.handled_at >= ONE_INTERRUPT:
            self.handled_at = now
            say("Ending.")
            raise KeyboardInterrupt


def main(args: list[str]) -> int:
    if args[:1] == [TETHERED]:
        run_tethered(args[1], args[2:])
        return 0
    interrupt = Interrupt()
    for number in STOP_SIGNALS:
        signal.signal(number, interrupt)
    try:
        command = {**OTHERS, **OF_CHECKOUT}.get(args[0]) if args else None
        if command:
            return command(args[1:])
        options = parse(args)
        return _start_bundle(options) if BUNDLED else start(options.host, options.port)
    except KeyboardInterrupt:
        return 130


def _start_bundle(options: argparse.Namespace) -> int:
    """Start in a window, or in the console if it is wanted or there can be no window."""
    if not options.console and can_open():
        from launcher.window.starting import start_in_window

        return start_in_window(options.host, options.port)
    try:
        return start(options.host, options.port)
    except AlreadyRunning as running:
        if running.address:
            open_in_browser(running.address)
        raise
