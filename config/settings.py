"""Django's settings: one laptop without any variable, a federation's servers by the environment.

Variables of the interface: DATABASE_URL, DATABASE_REPLICA_URL, CELERY_BROKER_URL, CACHE_URL, SECRET_KEY, ALLOWED_HOSTS,
PINJU_HTTPS, PINJU_INTERNAL_ADDRESSES, PINJU_PROXIES, PINJU_BACKUP, PINJU_BUCKET, PINJU_LOG, PINJU_METRICS,
PINJU_OIDC_*, PINJU_POLL_SECONDS, PINJU_SECOND_FACTOR, PINJU_PUSH, PINJU_DAILY_MAIL, SENTRY_DSN,
OTEL_EXPORTER_OTLP_ENDPOINT, EMAIL_URL, EMAIL_FROM and PINJU_HOME (all written files; default ``var/`` in the checkout).
"""

import os
import sys
from pathlib import Path

import environ
from django.contrib.messages.constants import ERROR, INFO, SUCCESS, WARNING

from common.i18n import countries
from common.privacy.secrets import PRIVATE, kept_secret, made_home
from config import version
from config.addresses import read_address, read_proxies
from config.databases import read_databases
from config.log_settings import *  # noqa: F403
from config.security import *  # noqa: F403
from config.security import HTTPS
from config.stored_files import *  # noqa: F403
from config.time_zone import machine_zone

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = version.VERSION
env = environ.Env()

HOME = made_home(Path(env("PINJU_HOME", default=str(BASE_DIR / "var"))))
os.umask(PRIVATE)
TESTING = "pytest" in sys.modules

DEBUG = False
SECRET_KEY = env("SECRET_KEY", default="") or kept_secret(HOME / "secret-key.txt")
# Private data (documents, contacts, birth dates) is encrypted with a key outside the database.
PRIVATE_DATA_KEY_FILE = HOME / "private-data-key.txt"
CERTIFICATE_KEYS = HOME / "certificate-keys"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host != "*"] if HTTPS else []
# Trusted proxies, whose X-Forwarded-For is used: their number, or their networks.
PROXIES = read_proxies(env("PINJU_PROXIES", default=""))

INSTALLED_APPS = [
    "common",
    "tournament",
    "scoring",
    "ranking",
    "web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "django_tables2",
    "django_countries",
    "axes",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
]

MIDDLEWARE = [
    "web.shared.requests.request_id.RequestId",
    "web.shared.requests.client_address.ClientAddress",
    "web.shared.requests.replica.PublicFromReplica",
    "web.account.guessing.FloodedLogin",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "web.shared.requests.language.LanguageOfAddress",
    "django.middleware.common.CommonMiddleware",
    "web.shared.requests.time_zones.MachineZone",
    "web.shared.requests.methods.AllowedMethods",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "web.account.seen.SeenSession",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "web.shared.requests.content_policy.ContentPolicy",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "common.templatetags.form_tags",
                "common.templatetags.pinju",
                "web.templatetags.addresses",
                "web.templatetags.names",
                "web.templatetags.scores",
            ],
        },
    }
]

DATABASES = read_databases(env, HOME, safe=not TESTING)
if "replica" in DATABASES:
    DATABASE_ROUTERS = ["common.infrastructure.replicas.ReplicaRouter"]
# A browser that wrote something reads the database itself for so long, not the replica.
WRITER_COOKIE, SECONDS_AFTER_WRITING = "pinju_wrote", 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LOCAL_CACHE = "common.infrastructure.near_cache.MonotonicLocMemCache"
CACHES = {"default": env.cache("CACHE_URL", default="locmemcache://pinju")}
# One key prefix per database that may share a cache: parallel test runs have one each.
CACHES["default"]["KEY_PREFIX"] = "pinju" + env("PYTEST_XDIST_WORKER", default="")
if CACHES["default"]["BACKEND"].endswith("LocMemCache"):
    CACHES["default"]["BACKEND"] = LOCAL_CACHE
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 5000}
elif CACHES["default"]["BACKEND"].endswith("RedisCache"):
    CACHES["default"]["BACKEND"] = "common.infrastructure.caches.FallbackRedisCache"

# The versions and public fragments that open pages fetch (web/live/early.py), in each process: read hundreds of times
# a second. Few entries, because each may hold a whole page and stays until others evict it.
CACHES["near"] = {"BACKEND": LOCAL_CACHE, "LOCATION": "near", "OPTIONS": {"MAX_ENTRIES": 1000}}
# Rate limits are counted in a cache of their own, where other entries cannot evict them.
CACHES["tries"] = {**CACHES["default"], "KEY_PREFIX": CACHES["default"]["KEY_PREFIX"] + "tries"}
if CACHES["tries"]["BACKEND"].endswith("LocMemCache"):
    CACHES["tries"] |= {"LOCATION": "tries", "OPTIONS": {"MAX_ENTRIES": 100_000}}
# An updated program reads nothing that the earlier version cached: parts of pages, and objects of changed classes.
CACHES["default"]["KEY_PREFIX"] += VERSION
# How long polls share one look at the event's state; tests see each change at once.
SECONDS_BETWEEN_LOOKS = 0 if TESTING else 0.05
# How long an open page of a visitor waits before it polls again; a federation's thousands may wait longer.
POLL_SECONDS = float(env("PINJU_POLL_SECONDS", default="") or 1.5)
# How long polls share computed versions: some change by time alone, which changes nothing in that state.
SECONDS_BELIEVED = 1

AUTH_USER_MODEL = "tournament.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "web.account.guessing.HashInTurn",
    # Named by sessions from before HashInTurn existed, and by those that begin with a code.
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "web.shared.forms.messages.UnlikeTheUser"},
    {"NAME": "web.shared.forms.messages.MinimumLength"},
    {"NAME": "web.shared.forms.messages.Uncommon"},
]
LOGIN_URL = "account:login"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "pocket:events"
# Wrong passwords lead to growing waits, and hashing is bounded (web/account/guessing.py).
AXES_HANDLER = "web.account.guessing.AskFirst"
AXES_LOCKOUT_CALLABLE = "web.account.guessing.refused"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_VERBOSE = False
# The function that returns the roles of an account on a ledger (common knows no tournaments).
ROLE_SOURCE = "ranking.series.selectors.roles.roles_on"

LANGUAGE_CODE = "en"
LANGUAGES = [("zh-hans", "中文"), ("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "locale"]
COUNTRIES_OVERRIDE = countries.NAMES
# The time zone of the hall is that of its laptop, or TZ; tests always use UTC.
TIME_ZONE = "UTC" if TESTING else machine_zone()
FORMAT_MODULE_PATH = ["config.formats"]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = HOME / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns when it is missing
# The one-command server serves from the checkout, without a collecting step.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 600
MEDIA_ROOT = HOME / "media"
DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
# The backup folder until an administrator chooses one at the Desk; empty: none.
BACKUP_FOLDER = env("PINJU_BACKUP", default="")

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
TEST_RUNNER = "django.test.runner.DiscoverRunner"
DJANGO_TABLES2_TEMPLATE = "components/table.html"
FORM_RENDERER = "common.forms.Renderer"
# Message level -> tone of its alert.
MESSAGE_TAGS = {INFO: "note", SUCCESS: "ok", WARNING: "warn", ERROR: "stop"}

# Without EMAIL_URL no mail is promised or sent; mails about applications for pins are written into a folder.
SENDS_MAIL = bool(env("EMAIL_URL", default=""))
if SENDS_MAIL:
    vars().update(env.email_url("EMAIL_URL"))
    DEFAULT_FROM_EMAIL = env("EMAIL_FROM", default="") or vars()["EMAIL_HOST_USER"] or "pinju@localhost"
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = HOME / "mail"
    DEFAULT_FROM_EMAIL = env("EMAIL_FROM", default="") or "pinju@localhost"
EMAIL_TIMEOUT = 20

# Web push for players who ask: the operator's contact (mailto:…), which push services want; empty: it is not offered.
PUSH_CONTACT = env("PINJU_PUSH", default="")
PUSH_KEY_FILE = HOME / "push-key.txt"
# One mail a day with the news of an event for registered players who ask.
DAILY_MAIL = env.bool("PINJU_DAILY_MAIL", default=False)
# The authority's file of a push service on this machine, in tests only.
PUSH_TO_LOOPBACK = ""

CELERY_BROKER_URL = env("CELERY_BROKER_URL", default="filesystem://localhost")
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# None: a worker tries to reconnect to its broker without limit.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BEAT_SCHEDULE = {"sweep": {"task": "common.tasks.sweep", "schedule": 60.0}}
if CELERY_BROKER_URL.startswith("filesystem:"):
    QUEUE = HOME / "queue"
    for folder in ("messages", "processed", "control"):
        (QUEUE / folder).mkdir(parents=True, exist_ok=True)
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "polling_interval": 0.1,
        "store_processed": False,
        "data_folder_in": str(QUEUE / "messages"),
        "data_folder_out": str(QUEUE / "messages"),
        "processed_folder": str(QUEUE / "processed"),
        "control_folder": str(QUEUE / "control"),
    }
else:
    # Longer than the longest task, or Redis hands a running task to a second worker.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 12 * 3600}

METRICS_ADDRESS = read_address(env("PINJU_METRICS", default=""))
# Administrators and members of bodies must have a second factor (web.shared.accounts.second_factor).
SECOND_FACTOR_REQUIRED = env.bool("PINJU_SECOND_FACTOR", default=False)
OTP_TOTP_ISSUER = "Pinju"
