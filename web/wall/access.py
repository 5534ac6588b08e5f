"""Who is a screen: a browser that showed what opens it, or an official who looks at it."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scoring.display.models.screens import Screen
from scoring.display.selectors.screens import screen_at
from web.live.reading import Reading, reading

#: Where the browser's session keeps which screens it is: id -> digest of the token that was valid when it came in.
KEPT = "screens"
#: A television keeps its screen so many seconds.
LASTS = 60 * 24 * 3600


def come_in(request: HttpRequest, screen: Screen) -> None:
    """Keep in the browser's session that it is this screen, until something new opens it or it is revoked."""
    kept = request.session.get(KEPT, {})
    request.session[KEPT] = {**kept, str(screen.pk): screen.token_hash}
    if not request.user.is_authenticated:  # an account's own session ends when it would
        request.session.cycle_key()
        request.session.set_expiry(LASTS)


def at_screen(request: HttpRequest, slug: str, name: str) -> tuple[Screen, Reading]:
    """The screen and the event as it shows it: as the public sees it, whoever looks.

    404 if there is no such screen; PermissionDenied for who is neither the screen nor has a role in the event.
    """
    reader = reading(request, slug)
    screen = screen_at(reader.event, name)
    if screen is None:
        raise Http404
    kept = request.session.get(KEPT, {}).get(str(screen.pk))
    if not reader.roles and (kept is None or kept != screen.token_hash):
        raise PermissionDenied
    return screen, Reading(reader.event, reader.actor, frozenset())


def language_of(screen: Screen, turn: int) -> str:
    """The language of the screen in its turn (from 0): the chosen one, or the next of all."""
    if screen.language != Screen.Language.ALL:
        return screen.language
    codes = [code for code, _name in settings.LANGUAGES]
    return codes[turn % len(codes)]
