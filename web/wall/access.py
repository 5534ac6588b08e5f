"""Access to a screen, for a browser that was opened with its code or for an official."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scoring.display.models.screens import Screen
from scoring.display.selectors.screens import screen_at
from web.shared.viewer import ViewerContext, viewer_context

#: Session key of the opened screens: id -> digest of the token that was valid at that time.
SESSION_KEY = "screens"
#: Seconds that a television's session lasts.
SESSION_SECONDS = 60 * 24 * 3600


def open_in_session(request: HttpRequest, screen: Screen) -> None:
    """Open the screen in the browser's session, until its token is replaced or revoked."""
    opened = request.session.get(SESSION_KEY, {})
    request.session[SESSION_KEY] = {**opened, str(screen.pk): screen.token_hash}
    if not request.user.is_authenticated:  # the session of an account keeps its own expiry
        request.session.cycle_key()
        request.session.set_expiry(SESSION_SECONDS)


def at_screen(request: HttpRequest, slug: str, name: str) -> tuple[Screen, ViewerContext]:
    """Return the screen and the event as the public sees it, also for officials.

    Raises Http404 if there is no such screen, PermissionDenied if the browser has not opened it and its account has
    no role in the event.
    """
    reader = viewer_context(request, slug)
    screen = screen_at(reader.event, name)
    if screen is None:
        raise Http404
    token_hash = request.session.get(SESSION_KEY, {}).get(str(screen.pk))
    if not reader.roles and (token_hash is None or token_hash != screen.token_hash):
        raise PermissionDenied
    return screen, ViewerContext(reader.event, reader.actor, frozenset())


def language_of(screen: Screen, turn: int) -> str:
    """Return the language of the screen in turn ``turn`` (from 0): the chosen one, or all in rotation."""
    if screen.language != Screen.Language.ALL:
        return screen.language
    codes = [code for code, _name in settings.LANGUAGES]
    return codes[turn % len(codes)]
