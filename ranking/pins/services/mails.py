"""News of an application to the player: queued with the write that causes it, sent by a job after it."""

from common.actions.engine import Call
from common.actions.permissions import system_actor
from common.jobs import start
from ranking.pins.models.applications import PinApplication

#: Whose mails these are: the program's, whoever caused them.
POSTMAN = "Mail"


def tell(call: Call, application: PinApplication, step: str) -> None:
    """Queue the mail of a step in the player's language."""
    parameters = {"application": application.pk, "step": step}
    start(
        system_actor(POSTMAN), "pin.mail", head=application.head, parameters=parameters, language=application.language
    )
