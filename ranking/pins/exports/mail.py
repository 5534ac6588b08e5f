"""Mails to applicants for a pin, one for each step, in the active language; they hold nothing private."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NEWS: Mapping[str, str | Promise] = {
    "submitted": gettext_lazy("%(body)s has received your application for %(pin)s."),
    "asked": gettext_lazy("%(body)s has a question about your application for %(pin)s. Please answer it on your page."),
    "answered": gettext_lazy("%(body)s has received your answer about your application for %(pin)s."),
    "approved": gettext_lazy(
        "One person at %(body)s approved your application for %(pin)s. A second person decides next."
    ),
    "granted": gettext_lazy("%(body)s granted you %(pin)s. Your certificate is on your page."),
    "refused": gettext_lazy("%(body)s refused your application for %(pin)s. The reason is on your page."),
    "withdrawn": gettext_lazy("Your application to %(body)s for %(pin)s is withdrawn."),
    "result-entered": gettext_lazy("%(body)s entered a missing result for your application for %(pin)s."),
    "result-refused": gettext_lazy(
        "%(body)s did not enter a result that you submitted with your application for %(pin)s. The "
        "reason is on your page."
    ),
    "revoked": gettext_lazy("%(body)s revoked %(pin)s. The reason is on your page."),
}


def pin_mail(step: str, *, name: str, pin: str, body: str, fees: str = "", end: str = "") -> tuple[str, str]:
    """Return subject and text of the mail of a ``step`` (a key of NEWS).

    ``fees`` and ``end`` are the body's own texts: what the pin costs, in the first mail, and the end of every mail.
    """
    figures = {"name": name, "pin": pin, "body": body}
    paragraphs = [
        _("Dear %(name)s,") % figures,
        str(NEWS[step]) % figures,
        fees if step == "submitted" else "",
        _("Your page is “My record and my pins”. Sign in to see it."),
        end,
    ]
    return _("Your application for %(pin)s") % figures, "\n\n".join(filter(None, paragraphs)) + "\n"


def pin_label(kind: str, level: int) -> str:
    """Return the name of a pin, such as "Pin 6" or "Web pin 9"."""
    text = _("Web pin %(level)d") if kind == "web" else _("Pin %(level)d")
    return text % {"level": level}
