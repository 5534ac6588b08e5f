"""Security settings, all imported by ``config.settings``: content security policy, cookies, https (PINJU_HTTPS)."""

import environ
from csp.constants import NONE, SELF

from config.stored_files import BUCKET_ORIGIN

HTTPS = environ.Env().bool("PINJU_HTTPS", default=False)
#: Whether addresses that people type may be of this machine or its network: in a hall, not on a server.
INTERNAL_ADDRESSES = environ.Env().bool("PINJU_INTERNAL_ADDRESSES", default=not HTTPS)
#: The OpenID provider of a federation's accounts: its issuer (https://accounts.example), and the name on the button.
PROVIDER_ISSUER = environ.Env().str("PINJU_OIDC_ISSUER", default="").rstrip("/")
PROVIDER_NAME = environ.Env().str("PINJU_OIDC_NAME", default="") or PROVIDER_ISSUER.rpartition("/")[2]
PROVIDER_CLIENT = environ.Env().str("PINJU_OIDC_CLIENT", default="")
PROVIDER_SECRET = environ.Env().str("PINJU_OIDC_SECRET", default="")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", *([BUCKET_ORIGIN] if BUCKET_ORIGIN else [])],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "web.shared.requests.refusals.csrf_failure"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz)$"]  # a load balancer asks the process itself
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
