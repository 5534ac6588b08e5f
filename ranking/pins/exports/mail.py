"""Mails to who applied for a pin, a step each, in the reader's language (the caller's); nothing private is in them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NEWS: Mapping[str, str | Promise] = {
    "submitted": gettext_lazy("Your application for %(pin)s has arrived at %(body)s."),
    "asked": gettext_lazy("%(body)s has a question about your application for %(pin)s. Please answer it on your page."),
    "answered": gettext_lazy("Your answer about your application for %(pin)s has arrived at %(body)s."),
    "approved": gettext_lazy("One person at %(body)s approved your application for %(pin)s; another one decides next."),
    "granted": gettext_lazy("%(body)s granted you %(pin)s. Your certificate is on your page."),
    "refused": gettext_lazy("%(body)s refused your application for %(pin)s. The reason stands on your page."),
    "withdrawn": gettext_lazy("Your application to %(body)s for %(pin)s is withdrawn."),
    "result-entered": gettext_lazy(
        "%(body)s entered a result that the record lacked, for your application for %(pin)s."
    ),
    "result-refused": gettext_lazy(
        "%(body)s did not enter a result that you handed in with your application for %(pin)s. The reason stands on "
        "your page."
    ),
    "revoked": gettext_lazy("%(body)s revoked %(pin)s. The reason stands on your page."),
}


def pin_mail(step: str, *, name: str, pin: str, body: str) -> tuple[str, str]:
    """Subject and text."""
    figures = {"name": name, "pin": pin, "body": body}
    parts = [
        _("Dear %(name)s,") % figures,
        str(NEWS[step]) % figures,
        _("Your page is called “My record and my pins”; sign in to see it."),
    ]
    return _("Your application for %(pin)s") % figures, "\n\n".join(parts) + "\n"


def pin_words(kind: str, level: int) -> str:
    """ "Pin 6" or "Web pin 9"."""
    return (_("Web pin %(level)d") if kind == "web" else _("Pin %(level)d")) % {"level": level}
