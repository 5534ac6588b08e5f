"""Why packages could not be sent, in sentences for the organizer."""

from django.utils.translation import gettext_lazy as _

PROBLEMS = {
    "no-answer": _("The server does not answer, or is too slow. Check the address and the network."),
    "token": _("The server does not accept the token: it is unknown, expired or revoked. Make a new one there."),
    "right": _("The token is for another event, or its owner is no longer an organizer of the event there."),
    "event": _("The server has no event with this id, or an older Pinju."),
    "other-chain": _(
        "The server has packages of another machine. On the server, accept this machine under Publish online."
    ),
    "changed": _("The server has received other packages in the meantime."),
    "refused": _("The server does not accept this package. It may need a newer version of Pinju."),
    "busy": _("The server was asked too often. Wait some minutes."),
    "no-pinju": _("The program at this address is not Pinju."),
    "fault": _("The server has a fault. Tell its operator."),
}


def problem_text(problem: str) -> str:
    """Return the sentence about a problem; empty without one."""
    return str(PROBLEMS[problem]) if problem else ""
