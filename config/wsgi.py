"""The WSGI application that waitress or gunicorn serves."""

import gc
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from common.privacy.secrets import close_to_others
from web.live.early import EarlyAnswers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = EarlyAnswers(get_wsgi_application())
# What an earlier program, a copy or an archive left readable for others: 10,000 files take 0.05 s.
close_to_others(settings.HOME)
# The program itself stays in memory, and need not be searched for garbage: that took 0.15 s of every third large page.
list(get_resolver().url_patterns)  # has all pages loaded
gc.collect()
gc.freeze()
# A standings page makes 40,000 objects and lets go of all: looking after every 700 took a tenth of its time.
gc.set_threshold(50_000, 10, 10)
