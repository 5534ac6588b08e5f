"""Queue news of an application for the player with the write that causes it; a job sends the mail."""

from common.actions.engine import ActionContext
from common.actions.permissions import system_actor
from common.jobs import start
from ranking.pins.models.applications import PinApplication

#: The actor of the mails: the program, not the account that caused them.
POSTMAN = "Mail"


def tell(_context: ActionContext, application: PinApplication, step: str) -> None:
    """Queue the mail of ``step`` in the player's language."""
    parameters = {"application": application.pk, "step": step}
    start(
        system_actor(POSTMAN),
        "pin.mail",
        ledger=application.ledger,
        parameters=parameters,
        language=application.language,
    )
