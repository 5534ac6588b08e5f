"""Register what later rooms of tournament contribute to earlier ones."""

from tournament.draws.selectors.released import IS_SEATED
from tournament.events.selectors.events import FLAGS
from tournament.presence.selectors.calls import IS_CALLING
from tournament.presence.services.arrivals import carry_arrivals
from tournament.registration.services.double_registration import ON_MERGE


def connect() -> None:
    """Fill the registries of the earlier rooms; called once, when all models are loaded."""
    FLAGS.update(seated=IS_SEATED, calling=IS_CALLING)
    ON_MERGE.append(carry_arrivals)
