"""Mails to applicants for a pin, one for each step, in the active language; they hold nothing private."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


@dataclass(frozen=True)
class News:
    """The subject of a step's mail, and its sentence; ``by_letter`` is for players without an account (None: same)."""

    subject: Promise
    sentence: Promise
    by_letter: Promise | None = None


NEWS: Mapping[str, News] = {
    "submitted": News(
        gettext_lazy("Your application for %(pin)s was received"),
        gettext_lazy("%(body)s has received your application for %(pin)s."),
    ),
    "asked": News(
        gettext_lazy("Your application for %(pin)s: a question"),
        gettext_lazy("%(body)s has a question about your application for %(pin)s. Please answer it on your page."),
        gettext_lazy(
            "%(body)s has a question about your application for %(pin)s. You get it in a letter; please answer in "
            "writing."
        ),
    ),
    "answered": News(
        gettext_lazy("Your application for %(pin)s: your answer was received"),
        gettext_lazy("%(body)s has received your answer about your application for %(pin)s."),
    ),
    "approved": News(
        gettext_lazy("Your application for %(pin)s: a second person decides next"),
        gettext_lazy("One person at %(body)s approved your application for %(pin)s. A second person decides next."),
    ),
    "granted": News(
        gettext_lazy("%(pin)s is granted"),
        gettext_lazy("%(body)s granted you %(pin)s. Your certificate is on your page."),
        gettext_lazy("%(body)s granted you %(pin)s. You get the certificate in a letter."),
    ),
    "refused": News(
        gettext_lazy("Your application for %(pin)s was refused"),
        gettext_lazy("%(body)s refused your application for %(pin)s. The reason is on your page."),
        gettext_lazy("%(body)s refused your application for %(pin)s. You get the reason in a letter."),
    ),
    "withdrawn": News(
        gettext_lazy("Your application for %(pin)s is withdrawn"),
        gettext_lazy("Your application to %(body)s for %(pin)s is withdrawn."),
    ),
    "result-entered": News(
        gettext_lazy("Your application for %(pin)s: a missing result was entered"),
        gettext_lazy("%(body)s entered a missing result for your application for %(pin)s."),
    ),
    "result-refused": News(
        gettext_lazy("Your application for %(pin)s: a missing result was not entered"),
        gettext_lazy(
            "%(body)s did not enter a result that you submitted with your application for %(pin)s. The reason is on "
            "your page."
        ),
    ),
    "revoked": News(
        gettext_lazy("%(pin)s is revoked"),
        gettext_lazy("%(body)s revoked %(pin)s. The reason is on your page."),
        gettext_lazy("%(body)s revoked %(pin)s. You get the reason in a letter."),
    ),
}


@dataclass(frozen=True)
class PinMail:
    """What a mail about an application says.

    ``page`` is the address of the application's page (empty: the body has no public address). A player without an
    account sees no page (``has_page``). ``fees`` and ``end`` are the body's own texts: what the pin costs, in the first
    mail, and the end of every mail.
    """

    name: str
    pin: str
    body: str
    page: str
    has_page: bool
    fees: str
    end: str


def pin_mail(step: str, mail: PinMail) -> tuple[str, str]:
    """Return subject and text of the mail of a ``step`` (a key of NEWS)."""
    figures = {"name": mail.name, "pin": mail.pin, "body": mail.body}
    news = NEWS[step]
    sentence = news.sentence if mail.has_page else news.by_letter or news.sentence
    paragraphs = [
        _("Dear %(name)s,") % figures,
        str(sentence) % figures,
        mail.fees if step == "submitted" else "",
        _where_to_look(mail.page) if mail.has_page else "",
        mail.end,
    ]
    return str(news.subject) % figures, "\n\n".join(filter(None, paragraphs)) + "\n"


def _where_to_look(page: str) -> str:
    if page:
        return _("Your application, after you have signed in:") + f"\n{page}"
    return _("Sign in to see your application: it is on the page “My record and my pins”.")


def pin_label(kind: str, level: int) -> str:
    """Return the name of a pin, such as "Pin 6" or "Web pin 9"."""
    text = _("Web pin %(level)d") if kind == "web" else _("Pin %(level)d")
    return text % {"level": level}
