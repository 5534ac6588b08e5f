"""A start by a double-click: what keeps Pinju from starting is said in a window."""

from launcher.addresses import free_port_after
from launcher.commands import AlreadyRunning, PortProblem, start
from launcher.console import say
from launcher.system import open_in_browser
from launcher.texts import gettext as _
from launcher.window.questions import ask, tell


def start_in_window(host: str, port: int) -> int:
    """Start the server with its window; return the exit status."""
    try:
        return start(host, port, in_window=True)
    except AlreadyRunning as running:
        say(str(running))
        if running.address:
            open_in_browser(running.address)
            tell(_("Pinju is already running. Its page opens in the browser: %s") % running.address)
        else:
            tell(_("Pinju is starting or restoring data at this moment. Wait until it has finished."))
        return 1
    except PortProblem as problem:
        say(str(problem))
        other = free_port_after(host, port)
        if not other:
            tell(_("Pinju could not start: %s") % problem)
            return 1
        question = _("Another program uses port %(port)s, which Pinju needs. Start Pinju on port %(other)s instead?")
        if ask(question % {"port": port, "other": other}, _("Start on port %s") % other, _("Cancel")) == 0:
            return start_in_window(host, other)
        return 1
    except SystemExit as problem:
        say(str(problem))
        tell(_("Pinju could not start: %s") % problem)
        return 1
