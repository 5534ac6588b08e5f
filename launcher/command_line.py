"""The command line of pinju.py."""

import argparse
import signal

from launcher.commands import pictures, restore, start, test, undo_update
from launcher.console import say
from launcher.processes import TETHERED, run_tethered

#: The commands that read their own arguments; without one of them the server starts.
OTHERS = {"restore": restore, "undo-update": undo_update, "test": test, "pictures": pictures}


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def parse(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="pinju.py",
        description="Starts Pinju on this machine: makes its Python environment, its database and the first "
        "administrator where they are missing, then serves until Ctrl-C.",
        epilog="pinju.py restore FOLDER_OR_FILE brings a backup back; pinju.py undo-update goes back to the data "
        "before the last update of the program; pinju.py test [arguments for pytest] runs the tests; pinju.py pictures "
        "takes new pictures for the guides. PINJU_HOME names the folder for everything that is written (else var/); "
        "README.md and docs/deployment.md say more.",
    )
    parser.add_argument("command", nargs="?", choices=["start", *OTHERS], default="start", help="default: start")
    parser.add_argument("--port", type=port_number, default=8000, help="the port to listen on (default: 8000)")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all IPv4 networks)")
    return parser.parse_args(args)


def interrupt(_number: int, _frame: object) -> None:
    """End as by Ctrl-C, with a grace period for running work."""
    say("Ending.")
    raise KeyboardInterrupt


def main(args: list[str]) -> int:
    if args[:1] == [TETHERED]:
        run_tethered(args[1], args[2:])
        return 0
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        command = OTHERS.get(args[0]) if args else None
        if command:
            return command(args[1:])
        options = parse(args)
        return start(options.host, options.port)
    except KeyboardInterrupt:
        return 130
