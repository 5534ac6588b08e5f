"""The mail with a code that links an account to its person."""

from django.utils.translation import gettext as _

from ranking.links.rules import spaced


def code_mail(name: str, code: str) -> tuple[str, str]:
    """Return subject and text of the mail in the active language; ``name`` is the addressee's."""
    figures = {"name": name, "code": spaced(code)}
    paragraphs = [
        _("Dear %(name)s,") % figures,
        _("This code links an account to your results: %(code)s") % figures,
        _("It can be used once, today only. Anyone who has it can see your data: do not share it."),
        _("If you did not ask for it, please ignore this mail."),
    ]
    return _("Your code"), "\n\n".join(paragraphs) + "\n"
