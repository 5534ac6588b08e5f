"""The WSGI application that waitress or gunicorn serves."""

import gc
import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from common.infrastructure.stack import with_room
from common.privacy.secrets import close_to_others
from config.observing.counting import CountedRequests
from config.observing.sending import observed
from web.live.early import EarlyAnswers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_pages = get_wsgi_application()


def _pages_with_room(environ: dict[str, Any], start_response: Any) -> Any:
    return with_room(_pages, environ, start_response)


application = observed(CountedRequests(EarlyAnswers(_pages_with_room)))
# Close files that an earlier version, a copy or an archive left readable for others; 10,000 files take 0.05 s.
close_to_others(settings.HOME)
# Exclude the program itself from garbage collection, which took 0.15 s of every third large page.
list(get_resolver().url_patterns)  # loads all pages
gc.collect()
gc.freeze()
