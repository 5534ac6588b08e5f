"""The content security policy of pages and of pictures."""

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest
from django.http.response import HttpResponseBase

#: A picture that is opened by itself has no scripts, and browsers show it with styles of their own.
OF_PICTURES = {"default-src": [NONE], "img-src": [SELF], "style-src": [UNSAFE_INLINE]}


class ContentPolicy(CSPMiddleware):
    """Send the policy of the settings, for pictures with `OF_PICTURES`."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if response.get("Content-Type", "").startswith("image/"):
            parts.replace = {**(parts.replace or {}), **OF_PICTURES}
        return parts
